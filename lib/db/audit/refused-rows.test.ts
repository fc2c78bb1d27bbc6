/** The trail refuses rows: nothing begins, nothing is shown, nothing is half done, and all works when it takes them again. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { NO_ARTIFACTS } from "../../contracts/run/run-work.ts";
import { db } from "../client.ts";
import { readOverview } from "../inspector/figures/read-overview.ts";
import { readSpending } from "../inspector/figures/read-spending.ts";
import { readCompareCandidates } from "../inspector/read-compared-run.ts";
import { readConversationPart } from "../inspector/record-reads.ts";
import { readRun } from "../inspector/run/read-run.ts";
import { readTrace } from "../inspector/run/read-trace.ts";
import { exportRuns } from "../inspector/runs/export-runs.ts";
import { listRuns } from "../inspector/runs/list-runs.ts";
import { recordRun } from "../inspector/testing/recorded-run.ts";
import { recordAsking } from "../models/record-asking.ts";
import { type FinishRun, finishRun } from "../runs/finish/finish-run.ts";
import { seal } from "../testing/trail-fixtures.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  NO_LIMITS,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../testing/turn-fixtures.ts";
import { createTurn } from "../turns/create-turn.ts";
import { createContinuing, createRetry } from "../turns/replace/replace-answer.ts";
import { refusesAuditRows } from "./record-audit.ts";

provideTestDatabase();

const run = (sql: string) => db().$executeRawUnsafe(sql);

/** What breaks, and how it is mended. */
const BREAKS = {
  "a trigger that raises": {
    make: async () => {
      await run(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no rows today'; END $$`);
      await run(`CREATE TRIGGER refuse BEFORE INSERT ON audit_event
        FOR EACH ROW EXECUTE FUNCTION refuse()`);
    },
    mend: () => run("DROP FUNCTION refuse CASCADE"),
  },
  "a constraint that nothing fits": {
    make: () => run("ALTER TABLE audit_event ADD CONSTRAINT broken CHECK (false) NOT VALID"),
    mend: () => run("ALTER TABLE audit_event DROP CONSTRAINT broken"),
  },
  "a table that is away": {
    make: () => run("ALTER TABLE audit_event RENAME TO audit_event_away"),
    mend: () => run("ALTER TABLE audit_event_away RENAME TO audit_event"),
  },
} as const;

let admin: Actor;
let person: Actor;
let ended: { runId: string; conversationId: string; answerMessageId: string };
beforeAll(async () => {
  admin = await createPerson("admin");
  person = await createPerson();
  ended = await recordRun(person, { text: "a secret question", status: "interrupted" });
  const left = { actorId: null, action: "trial", target: "trial", outcome: "allowed" };
  await db().auditEvent.create({ data: { id: randomUUID(), ...left } });
  await seal();
});

const counts = async () => ({
  conversations: await db().conversation.count(),
  messages: await db().message.count(),
  runs: await db().run.count(),
  running: await db().run.count({ where: { status: "running" } }),
  superseded: await db().message.count({ where: { supersededAt: { not: null } } }),
});

const owner = () => ({ agentId: "general", leaseOwner: LEASE_OWNER, leaseMs: 15_000 });
const replacing = () => ({ answerMessageId: ended.answerMessageId, ...owner(), limits: NO_LIMITS });

const READS = [
  ["the list of runs", () => listRuns(admin, {})],
  ["a search", () => listRuns(admin, { q: "secret" })],
  ["an export", () => exportRuns(admin, { format: "csv" })],
  ["the overview", () => readOverview(admin, { range: "24h", offset: 0 })],
  ["spending", () => readSpending(admin, { range: "30d" })],
  ["a run", () => readRun(admin, ended.runId)],
  ["what it can be compared with", () => readCompareCandidates(admin, ended.runId)],
  ["its trace", () => readTrace(admin, ended.runId, null)],
  [
    "a conversation",
    () => readConversationPart(admin, ended.conversationId, { part: "context" }, async () => 1),
  ],
  ["a question to a model", () => recordAsking(admin, "default")],
] as const;

describe.each(Object.entries(BREAKS))("with %s", (_name, { make, mend }) => {
  async function broken<Result>(attempt: () => Promise<Result>): Promise<Result> {
    await make();
    try {
      return await attempt();
    } finally {
      await mend();
    }
  }

  it.each([
    ["a message", () => createTurn(person, newTurn())],
    [
      "a further message",
      () => createTurn(person, newTurn({ conversationId: ended.conversationId })),
    ],
    ["a retry", () => createRetry(person, replacing())],
    ["the rest of an answer", () => createContinuing(person, replacing())],
  ])("%s begins no turn and stores nothing", async (_what, begin) => {
    const before = await counts();
    await broken(() => expect(begin()).rejects.toThrow());
    expect(await counts()).toEqual(before);
  });

  it("the same message is sent once the trail takes rows again", async () => {
    const turn = newTurn();
    await broken(() => expect(createTurn(person, turn)).rejects.toThrow());
    const rows = await db().auditEvent.count();
    expect(await createTurn(person, turn)).toMatchObject({ ok: true, repeated: false });
    // The trial before a turn leaves no row.
    expect(await db().auditEvent.count()).toBe(rows);
  });

  it("a run that was on its way does not end, and ends afterwards", async () => {
    const begun = await createTurn(person, newTurn());
    if (!begun.ok) throw new Error(begun.reason);
    const { runId, answerMessageId } = begun.turn;
    const end: FinishRun = {
      runId,
      userId: person.userId,
      leaseOwner: LEASE_OWNER,
      ending: "complete",
      reason: null,
      answer: "All of it",
      totals: NO_TOTALS,
      ...NO_ARTIFACTS,
      events: eventsOf(runId, [{ type: "run.ended", ending: "complete", reason: null }]),
    };
    await broken(async () => {
      await expect(finishRun(end)).rejects.toThrow();
      expect(await db().run.findUnique({ where: { id: runId } })).toMatchObject({
        status: "running",
        endedAt: null,
      });
      expect(await db().message.findUnique({ where: { id: answerMessageId } })).toMatchObject({
        content: "",
        ending: null,
      });
      expect(await db().runEvent.count({ where: { runId } })).toBe(0);
    });
    expect(await finishRun(end)).toBe(true);
    expect(await db().auditEvent.count({ where: { runId, action: "run.ended" } })).toBe(1);
  });

  it.each(READS)("%s is not shown, and says why", async (_what, read) => {
    await broken(() => expect(read()).rejects.toMatchObject({ code: "audit-unavailable" }));
  });

  it("it is told apart from a database that is away", async () => {
    expect(await refusesAuditRows()).toBe(false);
    expect(await broken(refusesAuditRows)).toBe(true);
    expect(await db().auditEvent.count({ where: { action: "trial" } })).toBe(1);
  });
});
