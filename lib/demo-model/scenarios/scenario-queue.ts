/** The orders that wait for requests. Those for one text do not disturb those for another. */
import type { Turn } from "../read-turn.ts";
import type { Behaviour } from "./behaviour.ts";
import { playScenario } from "./play-scenario.ts";
import { DEFAULT_TIMES, type ScenarioOrder } from "./scenario-order.ts";

export type ScenarioQueue = {
  add(order: ScenarioOrder): void;
  /** Without `match`: all; with it: those that were ordered with exactly this. */
  clear(match?: string): void;
  /** The first order that fits this request and has something to say; it is used up by one. */
  take(turn: Turn, lastUserMessage: string): Behaviour | null;
};

export function createScenarioQueue(): ScenarioQueue {
  let waiting: { order: ScenarioOrder; used: number; times: number }[] = [];
  return {
    add(order) {
      const times = order.times ?? DEFAULT_TIMES[order.scenario];
      waiting.push({ order, used: 0, times });
    },
    clear(match) {
      waiting = match === undefined ? [] : waiting.filter(({ order }) => order.match !== match);
    },
    take(turn, lastUserMessage) {
      for (const entry of waiting) {
        const { order, used, times } = entry;
        if (order.match !== undefined && !lastUserMessage.includes(order.match)) continue;
        if ((order.structured ?? false) !== Boolean(turn.request.responseSchema)) continue;
        const behaviour = used < times ? playScenario(order, turn, used) : null;
        entry.used += behaviour ? 1 : 0;
        if (entry.used >= times || !behaviour) waiting = waiting.filter((other) => other !== entry);
        if (behaviour) return behaviour;
      }
      return null;
    },
  };
}
