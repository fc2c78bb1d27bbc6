/** Fixtures of database tests: a database, a person, a turn. */
import "server-only";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../scripts/testing/test-database.ts";
import type { Actor } from "../../access/actor.ts";
import type { PublicAttachment } from "../../contracts/public/conversation.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { NO_ARTIFACTS, noFigures, type RunResult } from "../../contracts/run/run-work.ts";
import { saveAttachment } from "../attachments/uploads.ts";
import { closeDatabase, db } from "../client.ts";
import { finishRun } from "../runs/finish/finish-run.ts";
import { type SignedEvent, signEvents } from "../runs/signed-event.ts";
import { type CreateTurn, createTurn } from "../turns/create-turn.ts";
import type { CreatedTurn } from "../turns/created-turn.ts";

/** Higher than any test needs. */
export const NO_LIMITS = {
  maxRunsAtOnce: 1_000,
  maxSendsPerMinute: 10_000,
  maxSpentToday: null,
  maxSpentThisMonth: null,
};
export const LEASE_OWNER = "this-process";

/** Gives the test file its own database, and settings that point to it. */
export function provideTestDatabase(): void {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    process.env.DATABASE_URL = database.url;
    process.env.BETTER_AUTH_SECRET = "test-secret-that-is-long-enough-to-pass";
  });
  afterAll(async () => {
    await closeDatabase();
    await database.drop();
  });
}

export async function createPerson(role: Actor["role"] = "user"): Promise<Actor> {
  const id = randomUUID();
  await db().user.create({ data: { id, name: "Somebody", email: `${id}@example.org`, role } });
  return { userId: id, role };
}

/** Uploads a file without a quota. */
export async function upload(
  actor: Actor,
  file: Parameters<typeof saveAttachment>[1],
): Promise<PublicAttachment> {
  const saved = await saveAttachment(actor, file, { maxBytesPerDay: Number.MAX_SAFE_INTEGER });
  if (!saved.ok) throw new Error(saved.reason);
  return saved.attachment;
}

export function newTurn(overrides: Partial<CreateTurn> = {}): CreateTurn {
  return {
    conversationId: null,
    clientMessageId: randomUUID(),
    text: "Hello",
    title: "Hello",
    attachmentIds: [],
    agentId: "general",
    leaseOwner: LEASE_OWNER,
    leaseMs: 15_000,
    limits: NO_LIMITS,
    ...overrides,
  };
}

/** @throws Error where it did not begin, or had begun before */
export async function beginTurn(
  actor: Actor,
  more: Partial<CreateTurn> = {},
): Promise<CreatedTurn> {
  const begun = await createTurn(actor, newTurn(more));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return begun.turn;
}

/** The MAC of each run's newest event, so that a later call goes on with its chain. */
const newest = new Map<string, { seq: number; mac: Uint8Array }[]>();

/** Numbers bodies from 1; public events except deltas get public numbers. */
export function eventsOf(runId: string, bodies: readonly LogEventBody[], from = 1): SignedEvent[] {
  let publicSeq = 0;
  const events = bodies.map((body, index) => ({
    runId,
    seq: from + index,
    publicSeq: body.type === "status.changed" || body.type === "run.ended" ? ++publicSeq : null,
    at: new Date().toISOString(),
    body,
  }));
  const known = newest.get(runId) ?? [];
  const before = known.findLast(({ seq }) => seq === from - 1)?.mac ?? null;
  const signed = signEvents(events, before);
  const macs = signed.map(({ seq, signed: { mac } }) => ({ seq, mac }));
  newest.set(runId, [...known, ...macs]);
  return signed;
}

export const NO_TOTALS = { agentId: null, ...noFigures() };

/** Ends a run with these events. */
export const finishTurn = (
  { runId, userId }: CreatedTurn,
  bodies: readonly LogEventBody[],
  more: Partial<RunResult> = {},
): Promise<boolean> =>
  finishRun({
    runId,
    userId,
    leaseOwner: LEASE_OWNER,
    ending: "complete",
    reason: null,
    answer: "",
    totals: NO_TOTALS,
    events: eventsOf(runId, bodies),
    ...NO_ARTIFACTS,
    ...more,
  });

/** The answer as `createRetry` and `createContinuing` take it. */
export const replacing = (answerMessageId: string, leaseMs = 15_000) => ({
  answerMessageId,
  agentId: "general",
  leaseOwner: LEASE_OWNER,
  leaseMs,
  limits: NO_LIMITS,
});
