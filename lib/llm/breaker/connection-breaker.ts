/**
 * Which connections are left out, because their last calls failed. A turn reads and writes memory only. In the background,
 * events are shared with the other instances, and theirs are read when they announce them.
 */
import "server-only";
import { createHash } from "node:crypto";
import type { ConnectionEvent } from "../../contracts/model/connection-event.ts";
import type { ModelTurn } from "../../contracts/model/place.ts";
import { processWide } from "../../env/process-wide.ts";
import { log } from "../../log/log.ts";
import type { ModelFailure } from "../failures/model-failure.ts";
import { BREAKER_REMEMBERED_MS, BREAKER_TRIAL_MS, KEY_ALARM_MS } from "../limits.ts";
import { type BreakerState, foldBreaker, type TimedEvent } from "./breaker-state.ts";

/** Where events are kept for all instances. It measures ages by its own clock. */
export type BreakerKeeper = {
  add(events: readonly ConnectionEvent[]): Promise<void>;
  /** Those of the last ten minutes. */
  read(): Promise<readonly ConnectionEvent[]>;
};

export type ConnectionBreaker = {
  stateOf(connection: string): BreakerState;
  /**
   * Asks whether a call may go to the connection. Where it is half open, one call may.
   * @returns to be called when the call is over; null where it may not
   */
  enter(connection: string): (() => void) | null;
  /** Whether `enter` would let a call through now. */
  mayEnter(connection: string): boolean;
  noteFailure(connection: string, failure: ModelFailure, turn: ModelTurn | undefined): void;
  /** @param agoMs how long ago the answer began: what failed since has not seen it */
  noteAnswer(connection: string, agoMs: number): void;
  /** Writes what happened here, and reads what happened everywhere. @returns whether anything was written */
  share(keeper: BreakerKeeper): Promise<boolean>;
  /** Called after each event of this process. */
  onEvent(listener: () => void): void;
};

type OwnEvent = TimedEvent & { storedAt: number | null };

/** @param now in milliseconds, of a clock that never goes back */
export function createBreaker(now: () => number = () => performance.now()): ConnectionBreaker {
  /** Those that the store has not shown yet. */
  let own: OwnEvent[] = [];
  let shared: TimedEvent[] = [];
  const trials = new Map<string, number>();
  const alarms = new Map<string, number>();
  let listener: (() => void) | undefined;

  const eventsOf = (connection: string) =>
    [...shared, ...own].filter(
      (event) => event.connection === connection && now() - event.at < BREAKER_REMEMBERED_MS,
    );
  const stateOf = (connection: string) => foldBreaker(eventsOf(connection), now());
  const add = (event: Omit<TimedEvent, "id">) => {
    const before = stateOf(event.connection).state;
    own = own.filter(({ at }) => now() - at < BREAKER_REMEMBERED_MS);
    own.push({ ...event, id: crypto.randomUUID(), storedAt: null });
    tellChange(event.connection, before, stateOf(event.connection).state);
    listener?.();
  };
  const mayEnter = (connection: string) =>
    letsIn(stateOf(connection).state, now() - (trials.get(connection) ?? -BREAKER_TRIAL_MS));

  return {
    stateOf,
    mayEnter,
    enter(connection) {
      if (!mayEnter(connection)) return null;
      if (stateOf(connection).state === "closed") return () => undefined;
      trials.set(connection, now());
      return () => void trials.delete(connection);
    },
    noteFailure(connection, failure, turn) {
      if (failure.reason === "model-unauthorised") tellOfKey(alarms, connection, failure, now());
      if (!turn || !countsAgainst(failure)) return;
      // What still fails while it is left out says nothing new.
      if (stateOf(connection).state === "open") return;
      add({ connection, kind: "failed", by: digest(turn.conversationId ?? turn.runId), at: now() });
    },
    noteAnswer(connection, agoMs) {
      const begunAt = now() - agoMs;
      const last = (which: ConnectionEvent["kind"]) =>
        Math.max(
          Number.NEGATIVE_INFINITY,
          ...eventsOf(connection).flatMap(({ kind, at }) => (kind === which ? [at] : [])),
        );
      const failedAt = last("failed");
      // Only what changes something is told: not each answer of a sound connection.
      if (failedAt > last("answered") && begunAt > failedAt)
        add({ connection, kind: "answered", by: "", at: begunAt });
    },
    async share(keeper) {
      const open = own.filter(({ storedAt }) => storedAt === null);
      if (open.length > 0) {
        await keeper.add(
          open.map(({ storedAt: _, at, ...event }) => ({ ...event, ageMs: now() - at })),
        );
        for (const event of open) event.storedAt = now();
      }
      const readAt = now();
      const before = new Map(
        shared.map(({ connection }) => [connection, stateOf(connection).state]),
      );
      const rows = await keeper.read();
      shared = rows.map(({ ageMs, ...event }) => ({ ...event, at: readAt - ageMs }));
      // Those that were stored before the reading began are in it, or are forgotten.
      own = own.filter(({ storedAt }) => storedAt === null || storedAt > readAt);
      for (const connection of new Set([
        ...before.keys(),
        ...shared.map((each) => each.connection),
      ]))
        tellChange(connection, before.get(connection) ?? "closed", stateOf(connection).state);
      return open.length > 0;
    },
    onEvent: (chosen) => {
      listener = chosen;
    },
  };
}

/** @param agoMs since the last trial began */
function letsIn(state: BreakerState["state"], agoMs: number): boolean {
  return state === "closed" || (state === "half-open" && agoMs >= BREAKER_TRIAL_MS);
}

/** The breaker of this process. */
export const connectionBreaker = processWide("connection-breaker", () => createBreaker());

/** Connection errors, time-outs, 5xx and refused keys: what another request would meet, too. Never a refusal of content. */
function countsAgainst({ reason, repeat, said }: ModelFailure): boolean {
  const status = said?.status ?? null;
  switch (reason) {
    case "model-unauthorised":
    case "model-too-slow":
      return true;
    case "model-unavailable":
      return status === null || status >= 500 || status === 408;
    case "model-busy":
      return repeat === "again" && status !== null && status >= 500;
    default:
      return false;
  }
}

/** The id itself would outlive its conversation. */
function digest(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 16);
}

function tellChange(
  connection: string,
  before: BreakerState["state"],
  after: BreakerState["state"],
): void {
  if (after === "open" && before !== "open")
    log().error({ connection }, "a connection to a model is left out: its last calls failed");
  if (after === "closed" && before !== "closed")
    log().warn({ connection }, "a connection to a model answers again");
}

/** Operators learn it at once, though a fallback hides it from everybody else. */
function tellOfKey(
  alarms: Map<string, number>,
  connection: string,
  { said }: ModelFailure,
  now: number,
): void {
  const last = alarms.get(connection);
  if (last !== undefined && now - last < KEY_ALARM_MS) return;
  alarms.set(connection, now);
  log().error(
    { connection, status: said?.status ?? null },
    "the key of a connection to a model is refused: correct it, see /admin/models",
  );
}
