/** Readers who begin in the middle of a run: every public event reaches them, whatever its type. */

import { beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../scripts/testing/until.ts";
import type { Actor } from "../../access/actor.ts";
import { bus } from "../../bus/bus.ts";
import { openPostgresBus } from "../../bus/postgres-bus.ts";
import type { Bus } from "../../bus/subscriptions.ts";
import {
  PUBLIC_EVENT_TYPES,
  type PublicEvent,
  type PublicSnapshot,
} from "../../contracts/public/public-event.ts";
import { toPublicEvent } from "../../contracts/public/to-public-event.ts";
import { type LogEvent, LogEventBody } from "../../contracts/run/log-event.ts";
import { NO_ARTIFACTS } from "../../contracts/run/run-work.ts";
import { appendRunEvents } from "../../db/runs/append-run-events.ts";
import { finishRun } from "../../db/runs/finish/finish-run.ts";
import { NEW_CHAIN, signEvents } from "../../db/runs/signed-event.ts";
import {
  createPerson,
  LEASE_OWNER,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../../db/testing/turn-fixtures.ts";
import { createTurn } from "../../db/turns/create-turn.ts";
import { sampleOf } from "../../inspector/testing/sample-of.ts";
import { executeRun } from "../execute-run.ts";
import { runRegistry } from "../run-registry.ts";
import { readHead } from "../takeover/log-head.ts";
import { runTopic } from "../topics.ts";
import { followRun } from "./stream-run.ts";

provideTestDatabase();
process.env.LOG_LEVEL = "silent";
const IN_TIME = { ...PATIENCE, interval: 5 };

let other: Bus;
beforeAll(async () => {
  other = openPostgresBus();
  await vi.waitFor(() => expect([other.isOpen(), bus().isOpen()]).toEqual([true, true]), IN_TIME);
});

/** A body of the type, with every field. Text stands at the beginning. */
function bodyOf(type: string): LogEventBody {
  const schema = LogEventBody.options.find((option) => option.shape.type.value === type);
  const body = Object(sampleOf(schema ?? expect.fail(), () => null));
  return LogEventBody.parse("offset" in body ? { ...body, offset: 0 } : body);
}

const sourcesShown = (): LogEventBody => bodyOf("sources.shown");

/** Numbers bodies as a run's log does. */
function logOf(runId: string, bodies: readonly LogEventBody[]): LogEvent[] {
  let publicSeq = 0;
  return bodies.map((body, index) => {
    const event = toPublicEvent({ publicSeq: null, body });
    const isNumbered = event !== null && event.type !== "delta";
    const place = { runId, seq: index + 1, publicSeq: isNumbered ? ++publicSeq : null };
    return { ...place, at: new Date().toISOString(), body };
  });
}

async function begin(leaseOwner = LEASE_OWNER) {
  const actor = await createPerson();
  const begun = await createTurn(actor, newTurn({ leaseOwner }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return { actor, turn: begun.turn, runId: begun.turn.runId };
}

/** What one reader is told. */
async function read(actor: Actor, runId: string) {
  const snapshots: PublicSnapshot[] = [];
  const events: PublicEvent[] = [];
  const stop = await followRun(actor, runId, 0, {
    onGone: () => undefined,
    onSnapshot: (snapshot) => void snapshots.push(snapshot),
    onEvent: (event) => void events.push(event),
  });
  const told = (type: string) => events.filter((event) => event.type === type);
  return { snapshot: snapshots[0] ?? expect.fail(), events, told, stop };
}

async function store(runId: string, logged: readonly LogEvent[]): Promise<void> {
  const events = signEvents(logged, null);
  const [end] = events.flatMap(({ body }) => (body.type === "run.ended" ? [body] : []));
  if (!end) return void (await appendRunEvents(LEASE_OWNER, events));
  const result = {
    ending: end.ending,
    reason: "internal" as const,
    totals: NO_TOTALS,
    ...NO_ARTIFACTS,
  };
  const by = { userId: "robin", leaseOwner: LEASE_OWNER };
  await finishRun({ ...result, ...by, runId, answer: "", events });
}

/** Has every reader of the run read its log. */
const lookAgain = (runId: string) => other.publish(runTopic(runId), () => ["null"]);

describe("a reader of another instance's run", () => {
  it.each(PUBLIC_EVENT_TYPES)("is told %s that was stored after it began", async (type) => {
    const { actor, runId } = await begin();
    const reader = await read(actor, runId);
    const events = logOf(runId, [bodyOf(type)]);
    await store(runId, events);
    lookAgain(runId);
    const expected = events.map(toPublicEvent);
    await vi.waitFor(() => expect(reader.events).toEqual(expected), IN_TIME);
    reader.stop();
  });

  it.each(PUBLIC_EVENT_TYPES)("knows of %s that was stored before it began", async (type) => {
    const { actor, runId } = await begin();
    const body = bodyOf(type);
    const events = logOf(runId, [body]);
    await store(runId, events);
    const { snapshot, told, stop } = await read(actor, runId);
    const event = toPublicEvent(events[0] ?? expect.fail()) ?? expect.fail();
    if (event.type === "delta" || event.type === "restart") expect(snapshot.text).toBe(event.text);
    else if (event.type === "status") expect(snapshot.status).toBe(event.status);
    else expect(told(event.type)).toEqual([event]);
    stop();
  });

  it("is told once what stood before it began, however often the log is read", async () => {
    const { actor, runId } = await begin();
    await store(runId, logOf(runId, [sourcesShown()]));
    const reader = await read(actor, runId);
    const later = logOf(runId, [sourcesShown(), bodyOf("status.changed"), bodyOf("answer.delta")]);
    for (const event of later.slice(1)) {
      await store(runId, [event]);
      lookAgain(runId);
      const shown = toPublicEvent(event)?.type ?? "";
      await vi.waitFor(() => expect(reader.told(shown)).toHaveLength(1), IN_TIME);
    }
    expect(reader.told("sources")).toHaveLength(1);
    reader.stop();
  });

  it("is told a restart with the text that stands, though it is shorter", async () => {
    const { actor, runId } = await begin();
    const first: LogEventBody = { type: "answer.delta", offset: 0, text: "Mirrors show" };
    await store(runId, logOf(runId, [first]));
    const reader = await read(actor, runId);
    const again: LogEventBody = { type: "answer.restarted", offset: 0, text: "Mirr" };
    await store(runId, logOf(runId, [first, again]).slice(1));
    lookAgain(runId);
    const restart = { type: "restart", seq: 1, offset: 0, text: "Mirr" };
    await vi.waitFor(() => expect(reader.events).toEqual([restart]), IN_TIME);
    reader.stop();
  });
});

describe("a reader of a run of this process", () => {
  it.each([
    ["was appended before it began", false],
    ["was appended by the process that had the run before", true],
  ])("is told what %s", async (_, isTakenOver) => {
    const { actor, turn, runId } = await begin(runRegistry().instanceId);
    const logged = logOf(runId, [sourcesShown()]);
    const release = Promise.withResolvers<void>();
    const begun = isTakenOver ? { ...turn, head: readHead(logged, NEW_CHAIN) } : turn;
    executeRun(begun, async ({ appendEvent }) => {
      if (!isTakenOver) appendEvent(sourcesShown());
      await release.promise;
      return { ending: "complete", reason: null, totals: NO_TOTALS, ...NO_ARTIFACTS };
    });
    const reader = await read(actor, runId);
    expect(reader.events).toEqual(logged.map(toPublicEvent));
    const done = runRegistry().runs.get(runId)?.done;
    release.resolve();
    await done;
    expect(reader.events.map(({ type }) => type)).toEqual(["sources", "end"]);
  });
});
