/** Reasons for looking at payloads: recorded before anything is shown, once per run, and not without the trail. */
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../access/actor.ts";
import type { InspectedEvent, Payload } from "../../contracts/inspector/events/inspected-event.ts";
import { db } from "../../db/client.ts";
import { openPayloads } from "../../db/inspector/opening/payload-openings.ts";
import { appendRunEvents } from "../../db/runs/append-run-events.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  newTurn,
  provideTestDatabase,
} from "../../db/testing/turn-fixtures.ts";
import { createTurn } from "../../db/turns/create-turn.ts";
import { revealField } from "../reveal-field.ts";
import { inspectEvent } from "../run/inspect-events.ts";
import { inspectOpening } from "./inspect-opening.ts";

provideTestDatabase();

const SECRET = "the words of a tool";
const REASON = "A complaint about this answer";

let person: Actor;
let admin: Actor;
let auditor: Actor;
let runId: string;

beforeAll(async () => {
  process.env.PAYLOAD_REASON = "required";
  [person, admin, auditor] = [
    await createPerson("user"),
    await createPerson("admin"),
    await createPerson("auditor"),
  ];
  runId = await beginRun();
});

async function beginRun(): Promise<string> {
  const begun = await createTurn(person, newTurn({ leaseMs: 60_000 }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { runId: id } = begun.turn;
  const call = { callId: "c1", hopRef: "h1", name: "python", arguments: { code: SECRET } };
  const called = { type: "tool.called", ...call } as never;
  await appendRunEvents(LEASE_OWNER, eventsOf(id, [called]));
  return id;
}

/** The payloads of an event, wherever they stand in it. */
function payloadsOf(value: unknown): Payload[] {
  if (typeof value !== "object" || value === null) return [];
  if ("bytes" in value && "value" in value) return [value as Payload];
  return Object.values(value).flatMap(payloadsOf);
}

const masked = ({ body }: InspectedEvent) => payloadsOf(body).find(({ withheld }) => withheld);
const rows = (action: string) => db().auditEvent.findMany({ where: { action } });

describe("payloads of a run", () => {
  it("are masked for an admin until a reason is on record, and open from then on", async () => {
    expect(await inspectOpening(admin, runId)).toEqual({
      access: "reason",
      leftMs: null,
      openMinutes: 60,
      isTold: true,
      mayGive: true,
      second: null,
    });
    expect(JSON.stringify(await inspectEvent(admin, runId, 1))).not.toContain(SECRET);
    await openPayloads(admin, runId, REASON);
    expect(JSON.stringify(await inspectEvent(admin, runId, 1))).toContain(SECRET);
    expect(await inspectOpening(admin, runId)).toMatchObject({
      access: "open",
      isTold: true,
      mayGive: true,
      second: null,
      openMinutes: 60,
    });
    const { conversationId } = await db().run.findUniqueOrThrow({ where: { id: runId } });
    expect(await rows("payloads.opened")).toMatchObject([
      {
        actorId: admin.userId,
        subjectId: person.userId,
        runId,
        detail: { conversationId, reason: REASON },
      },
    ]);
  });

  it("say when they are masked again", async () => {
    const other = await beginRun();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 60_000 });
    await openPayloads(admin, other, REASON);
    vi.setSystemTime(Date.now() + 60_000);
    const { leftMs } = await inspectOpening(admin, other);
    vi.useRealTimers();
    expect(leftMs).toBe(59 * 60_000);
  });

  it("are open in that run alone, and to that admin alone", async () => {
    const other = await beginRun();
    expect(await inspectOpening(admin, other)).toEqual({
      access: "reason",
      leftMs: null,
      openMinutes: 60,
      isTold: true,
      mayGive: true,
      second: null,
    });
    expect(await inspectOpening(await createPerson("admin"), runId)).toMatchObject({
      access: "reason",
    });
  });

  it("are not opened by auditors and people", async () => {
    for (const actor of [auditor, person])
      await expect(openPayloads(actor, runId, REASON)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("stay masked where the reason cannot be recorded", async () => {
    const other = await beginRun();
    await db()
      .$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT away CHECK (action NOT IN ('payloads.opened', 'field.revealed')) NOT VALID`;
    try {
      const unavailable = { code: "audit-unavailable" };
      await expect(openPayloads(admin, other, REASON)).rejects.toMatchObject(unavailable);
      expect(await inspectOpening(admin, other)).toEqual({
        access: "reason",
        leftMs: null,
        openMinutes: 60,
        isTold: true,
        mayGive: true,
        second: null,
      });
      const sha256 = masked(await inspectEvent(auditor, other, 1))?.sha256 ?? "";
      await expect(revealField(auditor, other, { sha256, reason: REASON })).rejects.toMatchObject(
        unavailable,
      );
    } finally {
      await db().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT away`;
    }
  });
});

describe("one field", () => {
  afterEach(() => void vi.useRealTimers());

  it("is revealed to an auditor for a reason that is on record, for ten minutes", async () => {
    const shown = masked(await inspectEvent(auditor, runId, 1));
    const sha256 = shown?.sha256 ?? "";
    vi.useFakeTimers({ toFake: ["Date"] });
    const { value, until } = await revealField(auditor, runId, { sha256, reason: REASON });
    expect(JSON.stringify(value)).toContain(SECRET);
    expect(new Date(until)).toEqual(new Date(Date.now() + 600_000));
    expect(await rows("field.revealed")).toMatchObject([
      {
        actorId: auditor.userId,
        subjectId: person.userId,
        runId,
        detail: { reason: REASON },
      },
    ]);
    const [look] = await rows("field.revealed");
    const named = await rows("field.named");
    expect(named).toMatchObject([
      {
        subjectId: null,
        runId,
        detail: { lookId: look?.id, field: expect.stringMatching(/^event 1 tool\.called/) },
      },
    ]);
    expect(JSON.stringify([look?.detail, named[0]?.detail])).not.toContain(SECRET);
  });

  it("is not revealed to anybody else, nor where the run has no such value", async () => {
    const none = { sha256: "0".repeat(64), reason: REASON };
    await expect(revealField(auditor, runId, none)).rejects.toMatchObject({ code: "not-found" });
    await expect(revealField(person, runId, none)).rejects.toMatchObject({ code: "forbidden" });
    expect(await rows("field.revealed")).toHaveLength(1);
  });
});
