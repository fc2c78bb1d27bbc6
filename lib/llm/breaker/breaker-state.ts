/** The state of a connection, folded from its last failures and answers. Pure. */
import "server-only";
import type { ConnectionEvent } from "../../contracts/model/connection-event.ts";
import {
  BREAKER_CONVERSATIONS,
  BREAKER_FAILURES,
  BREAKER_OPEN_MS,
  BREAKER_WINDOW_MS,
} from "../limits.ts";

/** `at`: in milliseconds of one clock. Of an answer: when it began. */
export type TimedEvent = Omit<ConnectionEvent, "ageMs"> & { at: number };

export type BreakerState =
  | { state: "closed" }
  /** Calls leave it out until then. */
  | { state: "open"; since: number; until: number }
  /** One call tries it. */
  | { state: "half-open"; since: number };

/**
 * Three failures within a minute, of two conversations, with no answer in between, open it. After half a minute one call tries:
 * an answer closes it, a failure opens it again.
 * @param events of one connection, in any order
 */
export function foldBreaker(events: readonly TimedEvent[], now: number): BreakerState {
  let failures: TimedEvent[] = [];
  let opened: { since: number; until: number } | null = null;
  for (const event of events.toSorted((one, other) => one.at - other.at)) {
    if (event.kind === "answered") {
      failures = [];
      opened = null;
    } else if (opened) {
      if (event.at >= opened.until) opened.until = event.at + BREAKER_OPEN_MS;
    } else {
      failures = failures.filter(({ at }) => event.at - at < BREAKER_WINDOW_MS);
      failures.push(event);
      if (isEnough(failures)) opened = { since: event.at, until: event.at + BREAKER_OPEN_MS };
    }
  }
  if (!opened) return { state: "closed" };
  return now < opened.until
    ? { state: "open", ...opened }
    : { state: "half-open", since: opened.since };
}

function isEnough(failures: readonly TimedEvent[]): boolean {
  const conversations = new Set(failures.map(({ by }) => by));
  return failures.length >= BREAKER_FAILURES && conversations.size >= BREAKER_CONVERSATIONS;
}
