/** The queue of orders. Orders with different `match` or `key` texts do not affect each other. */
import type { Turn } from "../read-turn.ts";
import { type Behaviour, playScenario } from "./play-scenario.ts";
import { DEFAULT_TIMES, type ScenarioOrder } from "./scenario-order.ts";

export type ScenarioQueue = {
  add(order: ScenarioOrder): void;
  /** Removes all orders, or those with exactly this `match` or `key`. */
  clear(match?: string): void;
  /** Releases the requests of held orders with exactly this `match` or `key`. */
  release(match: string): void;
  /** The behaviour of the first order that applies to this request, which counts as one use. */
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
      waiting = match === undefined ? [] : waiting.filter(({ order }) => !isOf(order, match));
    },
    release(match) {
      for (const { order, gate } of waiting) if (isOf(order, match)) gate?.open();
      waiting = waiting.filter(({ order, used, times }) => !isOf(order, match) || used < times);
    },
    take(turn, lastUserMessage) {
      for (const entry of waiting) {
        const { order, used, times } = entry;
        if (order.match !== undefined && !lastUserMessage.includes(order.match)) continue;
        if (order.key !== undefined && !holds(turn, order.key)) continue;
        if ((order.structured ?? false) !== Boolean(turn.request.responseSchema)) continue;
        // Used up, but still to be released.
        if (used >= times) continue;
        const behaviour = playScenario(order, turn, used);
        entry.used += behaviour ? 1 : 0;
        const isOver = entry.used >= times && entry.gate === null;
        if (isOver || !behaviour) waiting = waiting.filter((other) => other !== entry);
        if (behaviour) return entry.gate ? { ...behaviour, gate: entry.gate.opened } : behaviour;
      }
      return null;
    },
  };
}

function isOf({ match, key }: ScenarioOrder, text: string): boolean {
  return match === text || key === text;
}

function holds({ request }: Turn, key: string): boolean {
  return request.messages.some(({ content }) => content.includes(key));
}

function newGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
