/** The state of one demo model: scenarios that wait, and the requests that it has received. */
import type { IncomingHttpHeaders } from "node:http";
import { RECORDED_MAX_CHARS, RECORDED_REQUESTS_MAX } from "../limits.ts";
import { createScenarioQueue, type ScenarioQueue } from "../scenarios/scenario-queue.ts";

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
