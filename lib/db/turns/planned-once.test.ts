/** PostgreSQL plans the statements of a turn a few times and then never again, and each of them has a short plan. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { NO_ARTIFACTS, type RunArtifacts } from "../../contracts/run/run-work.ts";
import { db, pool } from "../client.ts";
import { appendRunEvents } from "../runs/append-run-events.ts";
import { createEventMonths } from "../runs/create-event-months.ts";
import { finishRun } from "../runs/finish/finish-run.ts";
import { findTitleWork, recordTitleCall, type TitleCall } from "../runs/finish/title-work.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  NO_LIMITS,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../testing/turn-fixtures.ts";
import { type CreateTurn, createTurn } from "./create-turn.ts";
import type { CreatedTurn } from "./created-turn.ts";

provideTestDatabase();

/** One connection, so that all turns run on the same prepared statements. */
process.env.DATABASE_POOL_SIZE = "1";

/** After so many executions, PostgreSQL knows whether a plan for all values is as good as one for each. */
const PLANNED_AT_MOST = 10;
const LINES_AT_MOST = 60;
const TURNS = 20;

type Prepared = { name: string; statement: string; generic: number; custom: number };

let person: Actor;
let prepared: Prepared[];
beforeAll(async () => {
  person = await createPerson();
  await createEventMonths();
  await seedOthers();
  const session = await signIn(person);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const first = await begin({ session });
    await end(first, turn);
    const next = await begin({ session, conversationId: first.conversationId });
    await end(next, turn + TURNS);
  }
  const { rows } = await pool().query<Prepared>(`
    SELECT name, statement, generic_plans::int AS generic, custom_plans::int AS custom
    FROM pg_prepared_statements`);
  prepared = rows;
});

/** A database in use: what plans are chosen by must not be that its tables are empty. */
async function seedOthers(): Promise<void> {
  for (let index = 0; index < 20; index += 1) {
    const { userId } = await createPerson();
    await db().$executeRaw`
      WITH talk AS (INSERT INTO conversation (id, user_id, title)
          SELECT gen_random_uuid(), ${userId}, 'Earlier' FROM generate_series(1, 100) RETURNING id),
        asked AS (INSERT INTO message (id, conversation_id, ordinal, role, content)
          SELECT gen_random_uuid(), id, 1, 'user', 'Asked' FROM talk RETURNING id, conversation_id),
        answered AS (INSERT INTO message (id, conversation_id, ordinal, role, content, parent_id, ending)
          SELECT gen_random_uuid(), conversation_id, 2, 'assistant', 'Answered', id, 'complete' FROM asked
          RETURNING id, conversation_id, parent_id)
      INSERT INTO run (id, conversation_id, user_id, user_message_id, answer_message_id, agent_id, status, lease_owner, lease_until, started_at)
      SELECT gen_random_uuid(), conversation_id, ${userId}, parent_id, id, 'general', 'complete', 'gone', now(),
        now() - random() * interval '30 days' FROM answered`;
  }
  await db().$executeRaw`INSERT INTO audit_event (id, action, target, outcome, subject_id, at)
    SELECT gen_random_uuid(), 'run.ended', 'run:' || id, 'allowed', user_id, started_at FROM run`;
  await db().$executeRaw`ANALYZE`;
}

async function signIn({ userId }: Actor): Promise<string> {
  const token = randomUUID();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db().session.create({ data: { id: randomUUID(), userId, token, expiresAt } });
  return token;
}

async function begin(more: Partial<CreateTurn>): Promise<CreatedTurn> {
  const begun = await createTurn(person, newTurn({ limits: NO_LIMITS, ...more }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return begun.turn;
}

async function end({ runId, userId }: CreatedTurn, turn: number): Promise<void> {
  const said = eventsOf(runId, [{ type: "answer.delta", offset: 0, text: "All of it" }]);
  await appendRunEvents(LEASE_OWNER, said);
  const ended = await finishRun({
    runId,
    userId,
    leaseOwner: LEASE_OWNER,
    ending: "complete",
    reason: null,
    answer: "All of it",
    totals: NO_TOTALS,
    events: eventsOf(runId, [{ type: "run.ended", ending: "complete", reason: null }], 2),
    ...NO_ARTIFACTS,
    ...left(turn),
  });
  expect(ended).toBe(true);
  await name(runId, turn);
}

/** Behind the end of each run: a call for a title, whose answer is refused in every second conversation. */
async function name(runId: string, turn: number): Promise<void> {
  const work = await findTitleWork(runId);
  if (!work) return;
  const { conversationId, userId } = work;
  const isRefused = turn % 2 === 0;
  await recordTitleCall({
    runId,
    conversationId,
    userId,
    nodeId: "titles",
    startedAt: new Date(),
    model: "some",
    title: isRefused ? null : "A title",
    reason: isRefused ? "no-words" : null,
    manifest: {} as TitleCall["manifest"],
    inputTokens: 1,
    outputTokens: 1,
    durationMs: 1,
    isEstimated: false,
    cost: null,
  });
}

/** What an ordinary turn leaves behind. */
function left(turn: number): Partial<RunArtifacts> {
  const startedAt = new Date().toISOString();
  return {
    newStates: ["general", "coordinator"].map((agentId) => ({
      agentId,
      version: 1 + Math.floor(turn / TURNS),
      state: { turn },
      bytes: 12,
    })),
    nodeHistory: ["h1", "h2"].map((hopRef) => ({
      hopRef,
      parentRef: null,
      kind: "agent",
      nodeId: "general",
      outcome: "ok",
      model: null,
      inputSha256: null,
      outputSha256: null,
      startedAt,
      durationMs: 1,
    })) as RunArtifacts["nodeHistory"],
    spending: {
      cost: 1,
      note: null,
      entries: [
        {
          agentId: "general",
          model: "some",
          cost: 1,
          estimatedCost: 0,
          calls: 1,
          unpricedCalls: 0,
          inputTokens: 1,
          outputTokens: 1,
        },
      ],
    } as RunArtifacts["spending"],
  };
}

const OF_A_TURN = [
  "check-turn",
  "turn-memory",
  "create-conversation",
  "create-next-turn",
  "append-run-events",
  "finish-run",
  "leave-artifacts",
  "find-title-work",
  "record-title-call",
];

describe.each(OF_A_TURN)("%s", (name) => {
  const found = () => prepared.filter((one) => one.name.startsWith(`${name}-`));

  it("is planned at most ten times", () => {
    expect(found()).not.toEqual([]);
    for (const { generic, custom } of found()) {
      expect({ name, custom: custom <= PLANNED_AT_MOST }).toEqual({ name, custom: true });
      expect(generic).toBeGreaterThan(0);
    }
  });

  it(`has a plan of at most ${LINES_AT_MOST} lines`, async () => {
    for (const { statement } of found()) {
      const { rows } = await pool().query(`EXPLAIN (GENERIC_PLAN, COSTS off) ${statement}`);
      expect(rows.length, rows.map((row) => row["QUERY PLAN"]).join("\n")).toBeLessThanOrEqual(
        LINES_AT_MOST,
      );
    }
  });
});
