/** The orders that wait for requests. Those for one text do not disturb those for another. */
import type { Turn } from "../read-turn.ts";
import type { Behaviour } from "./behaviour.ts";
import { playScenario } from "./play-scenario.ts";
import { DEFAULT_TIMES, type ScenarioOrder } from "./scenario-order.ts";

export type ScenarioQueue = {
  add(order: ScenarioOrder): void;
  /** Without `match`: all; with it: those that were ordered with exactly this. */
  clear(match?: string): void;
  /** Lets the requests go on that wait for held orders with exactly this match. */
  release(match: string): void;
  /** The first order that fits this request and has something to say; it is used up by one. */
  take(turn: Turn, lastUserMessage: string): Behaviour | null;
};

type Gate = { opened: Promise<void>; open: () => void };
type Waiting = { order: ScenarioOrder; used: number; times: number; gate: Gate | null };

export function createScenarioQueue(): ScenarioQueue {
  let waiting: Waiting[] = [];
  return {
    add(order) {
      const times = order.times ?? DEFAULT_TIMES[order.scenario];
      waiting.push({ order, used: 0, times, gate: order.held ? newGate() : null });
    },
    clear(match) {
      waiting = match === undefined ? [] : waiting.filter(({ order }) => order.match !== match);
    },
    release(match) {
      for (const { order, gate } of waiting) if (order.match === match) gate?.open();
    },
    take(turn, lastUserMessage) {
      for (const entry of waiting) {
        const { order, used, times } = entry;
        if (order.match !== undefined && !lastUserMessage.includes(order.match)) continue;
        if ((order.structured ?? false) !== Boolean(turn.request.responseSchema)) continue;
        const behaviour = used < times ? playScenario(order, turn, used) : null;
        entry.used += behaviour ? 1 : 0;
        if (entry.used >= times || !behaviour) waiting = waiting.filter((other) => other !== entry);
        if (behaviour) return entry.gate ? { ...behaviour, gate: entry.gate.opened } : behaviour;
      }
      return null;
    },
  };
}

function newGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
