/** The state of one demo model: scenarios that wait, and the requests that it has received. */
import type { IncomingHttpHeaders } from "node:http";
import { RECORDED_MAX_CHARS, RECORDED_REQUESTS_MAX } from "../limits.ts";
import { type Behaviour, playScenario } from "../play-scenario.ts";
import type { Turn } from "../read-turn.ts";
import { DEFAULT_TIMES, type ScenarioOrder } from "../scenario-order.ts";

export type DemoModelState = {
  /** Milliseconds between tokens, unless a scenario sets them. */
  tokenDelayMs: number;
  scenarios: ScenarioQueue;
  requests: RequestLog;
};

export function createDemoModelState(tokenDelayMs: number): DemoModelState {
  return { tokenDelayMs, scenarios: createScenarioQueue(), requests: createRequestLog() };
}

export type RecordedRequest = {
  headers: Record<string, string>;
  body: unknown;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601; null while the answer is being sent. */
  endedAt: string | null;
  /** The client closed the connection before the answer was complete. */
  aborted: boolean;
};

type Entry = Omit<RecordedRequest, "body"> & { raw: string };

type RequestLog = {
  /** @returns a function to call once, when the answer has ended */
  start(headers: IncomingHttpHeaders, raw: string): (end: { aborted: boolean }) => void;
  list(contains: string): RecordedRequest[];
  clear(): void;
};

const SECRET = /authorization|api-key|cookie|token/i;

function createRequestLog(): RequestLog {
  let entries: Entry[] = [];
  let chars = 0;
  const makeRoom = () => {
    while (
      entries.length > RECORDED_REQUESTS_MAX ||
      (chars > RECORDED_MAX_CHARS && entries.length > 1)
    ) {
      chars -= entries.shift()?.raw.length ?? 0;
    }
  };
  return {
    start(headers, raw) {
      const entry: Entry = {
        headers: withoutSecrets(headers),
        raw,
        startedAt: new Date().toISOString(),
        endedAt: null,
        aborted: false,
      };
      entries.push(entry);
      chars += raw.length;
      makeRoom();
      return ({ aborted }) => {
        entry.endedAt = new Date().toISOString();
        entry.aborted = aborted;
      };
    },
    list: (contains) =>
      entries
        .filter(({ raw }) => raw.includes(contains))
        .map(({ raw, ...entry }) => ({ ...entry, body: JSON.parse(raw) })),
    clear() {
      entries = [];
      chars = 0;
    },
  };
}

function withoutSecrets(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).map(([name, value]) => [
    name,
    SECRET.test(name) ? "[hidden]" : String(value),
  ]);
  return Object.fromEntries(kept);
}

/**
 * The queue of orders. Orders with different `match` or `key` texts do not affect each other.
 */
type ScenarioQueue = {
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

function createScenarioQueue(): ScenarioQueue {
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
