/** Whatever way a run ended, an edit, a removal or an addition of what it left is found; honest histories are not suspected. */
import { hash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../../../access/actor.ts";
import { digestContext } from "../../../../context-state/apply-delta.ts";
import { COORDINATOR_CONTEXT } from "../../../../context-state/coordinator-context.ts";
import type { LogEventBody } from "../../../../contracts/run/log-event.ts";
import { NO_ARTIFACTS, type RunResult } from "../../../../contracts/run/run-work.ts";
import { db, kysely } from "../../../client.ts";
import { eraseConversation } from "../../../erasure/erase.ts";
import { erasePayloadRows } from "../../../erasure/erase-payload-rows.ts";
import { applyRetention } from "../../../erasure/retention/apply-retention.ts";
import { appendRunEvents } from "../../../runs/append-run-events.ts";
import { finishRun } from "../../../runs/finish/finish-run.ts";
import { findOrphanedRuns, interruptOrphanedRuns } from "../../../runs/lease/sweep-expired-runs.ts";
import { takeOverRun } from "../../../runs/lease/take-over-run.ts";
import { signEvents } from "../../../runs/signed-event.ts";
import { seal } from "../../../testing/trail-fixtures.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  NO_LIMITS,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../../../testing/turn-fixtures.ts";
import { type CreateTurn, createTurn } from "../../../turns/create-turn.ts";
import type { CreatedTurn } from "../../../turns/created-turn.ts";
import { createContinuing, createRetry } from "../../../turns/replace/replace-answer.ts";
import { leftOf } from "../../testing/left-of.ts";
import { findEdits } from "../find-edits.ts";
import { findEditedLeft } from "./find-edited-left.ts";
import { findEditedRuns } from "./find-edited-runs.ts";
import { findEditedStates } from "./find-edited-states.ts";
import { findStrayMemory, findStrayRows } from "./find-stray-rows.ts";

provideTestDatabase();

const NOT_READABLE = "unknown version: 7";

let person: Actor;
beforeAll(async () => {
  person = await createPerson();
});
beforeEach(async () => {
  for (const { id } of await db().conversation.findMany()) await eraseConversation(null, id);
  await seal();
});
afterEach(async () => {
  await db().auditEvent.deleteMany({ where: { place: null } });
});

async function begin(more: Partial<CreateTurn> = {}): Promise<CreatedTurn> {
  const begun = await createTurn(person, newTurn(more));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return begun.turn;
}

const lease = { agentId: "general", leaseOwner: LEASE_OWNER, leaseMs: -1_000, limits: NO_LIMITS };

const starts = (turn: CreatedTurn): LogEventBody[] => {
  const { agentId, userMessageId, answerMessageId, conversationId, place } = turn;
  const questionSha256 = hash("sha256", turn.text);
  const asked = { conversationId, answerMessageId, questionSha256, files: [], place };
  const from = turn.continued?.fromRunId;
  return [
    { type: "run.started" as const, agentId, userMessageId, asked },
    ...(from === undefined
      ? []
      : [{ type: "run.continued" as const, fromRunId: from, length: 1, results: [] }]),
  ];
};

const AT = "2026-01-02T03:04:05.678Z";

async function end(turn: CreatedTurn, more: Partial<RunResult> = {}): Promise<CreatedTurn> {
  const { ending = "complete", reason = null } = more;
  const bodies: LogEventBody[] = [...starts(turn), { type: "run.ended", ending, reason }];
  const stored = await finishRun({
    ...NO_ARTIFACTS,
    totals: NO_TOTALS,
    ending,
    reason,
    ...more,
    runId: turn.runId,
    userId: turn.userId,
    leaseOwner: LEASE_OWNER,
    answer: "An answer",
    events: eventsOf(turn.runId, bodies),
  });
  expect(stored).toBe(true);
  return turn;
}

/** Its process dies behind an accepted change of the coordinator's memory. */
async function interrupt(turn: CreatedTurn): Promise<CreatedTurn> {
  const { empty, name } = COORDINATOR_CONTEXT;
  const after = { ...empty, active_agent: "general" };
  const patch = [{ op: "replace", path: "/active_agent", value: "general" }];
  const change = {
    origin: "coordinator" as const,
    schema: name,
    delta: { active_agent: "general" },
    patch,
  };
  const about = { hopRef: "h1", agentId: "coordinator", ordinal: 1, paths: [] };
  const digests = { beforeSha256: digestContext(empty), afterSha256: digestContext(after) };
  const bodies: LogEventBody[] = [
    ...starts(turn),
    {
      type: "hop.started",
      hopRef: "h1",
      parentRef: null,
      kind: "coordinator",
      nodeId: "coordinator",
    },
    { type: "context.changed", ...about, ...digests, change },
  ];
  await appendRunEvents(LEASE_OWNER, eventsOf(turn.runId, bodies));
  await sweep();
  return turn;
}

const sweep = async () => interruptOrphanedRuns((await findOrphanedRuns()).map(({ id }) => id));

/** Another process goes on, and ends it. */
async function takeOver(turn: CreatedTurn): Promise<CreatedTurn> {
  await appendRunEvents(LEASE_OWNER, eventsOf(turn.runId, starts(turn)));
  const taken = await takeOverRun(turn.runId, { leaseOwner: "next", leaseMs: 60_000 });
  if (typeof taken === "string") throw new Error(taken);
  const { runId, userId } = turn;
  const ended = { ending: "complete", reason: null } as const;
  const seq = taken.events.length + 1;
  const event = {
    runId,
    seq,
    publicSeq: 1,
    at: AT,
    body: { type: "run.ended" as const, ...ended },
  };
  const events = signEvents([event], taken.chain.mac);
  const by = { runId, userId, leaseOwner: "next", answer: "An answer", events };
  expect(
    await finishRun({ ...NO_ARTIFACTS, totals: NO_TOTALS, ...leftOf(), ...ended, ...by }),
  ).toBe(true);
  return turn;
}

const faults = async () =>
  (await findEdits()).map(({ fault, runId, seq }) => ({ fault, runId, seq: typeof seq }));

const WAYS: [string, () => Promise<CreatedTurn>][] = [
  ["completed", async () => end(await begin(), leftOf())],
  [
    "failed",
    async () => end(await begin(), { ...leftOf(), ending: "failed", reason: "model-unavailable" }),
  ],
  ["stopped", async () => end(await begin(), { ...leftOf(), ending: "stopped" })],
  ["taken over", async () => takeOver(await begin({ leaseMs: -1_000 }))],
];

describe("an honest history", () => {
  it.each([
    ...WAYS,
    ["interrupted", async () => interrupt(await begin({ leaseMs: -1_000 }))] as const,
    [
      "interrupted without a log",
      async () => {
        const turn = await begin({ leaseMs: -1_000 });
        await sweep();
        return turn;
      },
    ] as const,
  ])("is not suspected: %s, and what comes then", async (_way, talk) => {
    const { conversationId, answerMessageId } = await talk();
    await seal();
    expect(await faults()).toEqual([]);
    await end(await begin({ conversationId }), leftOf(2));
    await seal();
    expect(await faults()).toEqual([]);
    const again = await createRetry(person, { ...lease, answerMessageId }).catch(() => null);
    if (again?.ok) await end(again.turn, leftOf(3));
    await seal();
    expect(await faults()).toEqual([]);
  });

  it("is not suspected where an answer was continued, twice, and once without a log", async () => {
    const first = await end(await begin(), { ...leftOf(), ending: "stopped" });
    const goOn = async ({ answerMessageId }: CreatedTurn) => {
      const next = await createContinuing(person, { ...lease, answerMessageId });
      if (!next.ok) throw new Error(next.reason);
      return next.turn;
    };
    const second = await goOn(first);
    await seal();
    expect(await faults()).toEqual([]);
    await sweep();
    const third = await end(await goOn(second), leftOf(2));
    await seal();
    expect(await faults()).toEqual([]);
    expect(await db().hiddenState.count({ where: { messageId: third.answerMessageId } })).toBe(2);
  });

  it("is not suspected where a question was decided, or became void", async () => {
    for (const decision of ["approved", "declined", null] as const) {
      const { conversationId } = await end(await begin(), leftOf());
      const { id } = await db().approval.findFirstOrThrow({ where: { conversationId } });
      await end(await begin({ conversationId, ...(decision && { approval: { id, decision } }) }));
    }
    await seal();
    expect(await faults()).toEqual([]);
  });

  it("is not suspected where a call was changed; an edit of the change is found", async () => {
    const { conversationId, runId } = await end(await begin(), leftOf());
    const { id } = await db().approval.findFirstOrThrow({ where: { conversationId } });
    const approval = { id, decision: "approved" as const, changed: '{"salt":"ä"}' };
    await end(await begin({ conversationId, approval }));
    await seal();
    expect(await faults()).toEqual([]);
    const edit = "UPDATE approval SET changed = NULL WHERE run_id = $run";
    expect(await findAfter(edit, { run: runId })).toMatchObject([{ fault: "approval-edited" }]);
  });

  it("is not suspected where a state was set aside, or moved behind a correction", async () => {
    const { conversationId } = await end(await begin(), leftOf());
    const quarantined = [{ agentId: "general", version: 1, reason: NOT_READABLE }];
    await seal();
    const correction = { id: randomUUID(), conversationId, agentId: "general", version: 2 };
    await db().hiddenState.create({ data: { ...correction, state: {}, bytes: 2 } });
    await end(await begin({ conversationId }), { ...leftOf(2), quarantined });
    await seal();
    const states = await db().hiddenState.findMany({ orderBy: { version: "asc" } });
    expect(states.map(({ version, quarantinedReason }) => [version, quarantinedReason])).toEqual([
      [1, NOT_READABLE],
      [2, null],
      [3, null],
    ]);
    expect(await faults()).toEqual([]);
  });

  it("says nothing of runs of a version that did not say what they left", async () => {
    const left = { ...leftOf(), contextDeltas: [], approvals: [], nodeHistory: [] };
    const { runId } = await end(await begin(), left);
    await seal();
    await db().$executeRaw`
      UPDATE run_event SET payload = payload - 'left' WHERE run_id = ${runId}::uuid`;
    await db().hiddenState.deleteMany();
    expect(await faults()).toEqual([]);
  });
});

/** What is found, and the statement that does it. */
const EDITS = `
state-edited UPDATE hidden_state SET state = '{"a":1}' WHERE run_id = $run
state-edited UPDATE hidden_state SET bytes = bytes + 1 WHERE run_id = $run
state-edited UPDATE hidden_state SET version = 8 WHERE run_id = $run
state-edited UPDATE hidden_state SET agent_id = 'x' WHERE run_id = $run
state-edited UPDATE hidden_state SET mac = set_byte(mac, 20, get_byte(mac, 20) # 1) WHERE run_id = $run
state-edited UPDATE hidden_state SET run_id = NULL WHERE run_id = $run
state-edited UPDATE hidden_state SET message_id = $other WHERE run_id = $run
state-edited UPDATE context_delta SET message_id = $other WHERE run_id = $run
state-edited UPDATE hidden_state SET quarantined_at = now(), quarantined_reason = 'x' WHERE run_id = $run
state-edited DELETE FROM hidden_state WHERE run_id = $run
state-edited INSERT INTO hidden_state (id, conversation_id, agent_id, version, run_id, message_id, state, bytes) SELECT gen_random_uuid(), conversation_id, 'z', 1, id, answer_message_id, '{}', 2 FROM run WHERE id = $run
delta-edited UPDATE context_delta SET delta = '{"x":1}' WHERE run_id = $run
delta-edited UPDATE context_delta SET agent_id = 'x' WHERE run_id = $run
delta-edited UPDATE context_delta SET mac = set_byte(mac, 20, get_byte(mac, 20) # 1) WHERE run_id = $run
delta-edited DELETE FROM context_delta WHERE run_id = $run
delta-edited INSERT INTO context_delta (id, conversation_id, agent_id, ordinal, run_id, message_id, origin, delta, patch, before_sha256, after_sha256) SELECT gen_random_uuid(), conversation_id, 'z', 99, id, answer_message_id, 'model', '{}', '[]', '', '' FROM run WHERE id = $run
hops-edited UPDATE node_history SET input_sha256 = 'x' WHERE run_id = $run AND hop_ref = 'h1'
hops-edited UPDATE node_history SET output_sha256 = 'x' WHERE run_id = $run AND hop_ref = 'h1'
hops-edited UPDATE node_history SET started_at = now() WHERE run_id = $run AND hop_ref = 'h1'
hops-edited DELETE FROM node_history WHERE run_id = $run
score-edited UPDATE run_score SET detail = '{"plan":null}' WHERE run_id = $run
score-edited DELETE FROM run_score WHERE run_id = $run
figures-edited UPDATE run SET agent_id = 'x' WHERE id = $run
figures-edited UPDATE run SET model = 'x' WHERE id = $run
figures-edited UPDATE run SET rounds = 9 WHERE id = $run
figures-edited UPDATE run SET cost_note = NULL WHERE id = $run
figures-edited UPDATE run SET tags = '{x}' WHERE id = $run
figures-edited UPDATE run SET input_tokens = 1 WHERE id = $run
approval-edited DELETE FROM approval WHERE run_id = $run
approval-edited UPDATE approval SET resume = '{"id":"x"}' WHERE run_id = $run
approval-edited UPDATE approval SET resume = '{}' WHERE run_id = $run
approval-edited UPDATE approval SET suspended_plan = '{}' WHERE run_id = $run
approval-edited UPDATE approval SET changed = 'x' WHERE run_id = $run
approval-edited UPDATE approval SET answer_message_id = $other WHERE run_id = $run
place-edited UPDATE run SET user_id = 'x' WHERE id = $run
place-edited UPDATE run SET user_message_id = $other WHERE id = $run
place-edited UPDATE run SET answer_message_id = $free WHERE id = $run`
  .trim()
  .split("\n")
  .map((line): [string, string] => [line.split(" ", 1).join(), line.replace(/^\S+ /, "")]);

/** All of them of one way to end, and one of each kind of the others. */
const editsOf = (way: string) =>
  EDITS.filter(
    ([fault], at) => way === "completed" || EDITS.findIndex(([first]) => first === fault) === at,
  );

describe("an edit of what a run left", () => {
  it.each(WAYS)("is found: %s", async (way, talk) => {
    const { runId, conversationId } = await talk();
    const other = await end(await begin({ conversationId }));
    await seal();
    const expected: unknown[] = [];
    const seen: unknown[] = [];
    for (const [fault, statement] of editsOf(way)) {
      const rows = await findAfter(statement, {
        run: runId,
        other: other.answerMessageId,
        free: other.userMessageId,
      });
      expected.push([statement, true]);
      const found = rows.some(
        (one) => one.fault === fault && one.runId === runId && one.place !== null,
      );
      seen.push([statement, found]);
    }
    expect(seen).toEqual(expected);
  });
});

/** Edits, looks, and takes it back. */
async function findAfter(statement: string, ids: Record<string, string>) {
  const transaction = await kysely().startTransaction().execute();
  const named = statement.replaceAll(/\$(\w+)/g, (_all, name: string) => `'${ids[name]}'`);
  const { numAffectedRows = 0n } = await sql.raw(named).execute(transaction);
  expect(numAffectedRows, statement).not.toBe(0n);
  const found = [
    ...(await findEditedRuns(transaction)),
    ...(await findEditedLeft(transaction)),
    ...(await findEditedStates(transaction)),
    ...(await findStrayRows(transaction)),
    ...(await findStrayMemory(transaction)),
  ];
  await transaction.rollback().execute();
  return found;
}

it("finds an interrupted run's edited state, and one that a run is said to have set aside", async () => {
  const { runId, conversationId } = await interrupt(await begin({ leaseMs: -1_000 }));
  const quarantined = [{ agentId: "coordinator", version: 1, reason: NOT_READABLE }];
  await end(await begin({ conversationId }), { quarantined });
  await seal();
  expect(await faults()).toEqual([]);
  for (const edit of [
    `UPDATE hidden_state SET state = '{}' WHERE run_id = $run`,
    "UPDATE hidden_state SET quarantined_at = NULL, quarantined_reason = NULL WHERE run_id = $run",
    "UPDATE hidden_state SET quarantined_reason = 'x' WHERE run_id = $run",
    "DELETE FROM hidden_state WHERE run_id = $run",
  ])
    expect(await findAfter(edit, { run: runId }), edit).toMatchObject([
      { fault: "state-edited", runId },
    ]);
  expect(
    await findAfter("DELETE FROM node_history WHERE run_id = $run", { run: runId }),
  ).toMatchObject([{ fault: "hops-edited", runId }]);
  const foreign = "UPDATE hidden_state SET run_id = $foreign WHERE run_id = $run";
  expect(await findAfter(foreign, { run: runId, foreign: randomUUID() })).toHaveLength(2);
});

it.each([
  `INSERT INTO hidden_state (id, conversation_id, agent_id, version, run_id, state, bytes)
    SELECT gen_random_uuid(), $elsewhere, 'z', 1, $run, '{}', 2`,
  `INSERT INTO context_delta (id, conversation_id, agent_id, ordinal, run_id, origin, delta, patch, before_sha256, after_sha256)
    SELECT gen_random_uuid(), $elsewhere, 'z', 1, $run, 'coordinator', '{}', '[]', '', ''`,
])("finds memory that names a run of another conversation: %s", async (statement) => {
  const { runId } = await end(await begin(), leftOf());
  const { conversationId: elsewhere } = await end(await begin(), leftOf());
  await seal();
  expect(await findAfter(statement, { run: runId, elsewhere })).toMatchObject([
    { fault: "rows-stray", runId },
  ]);
});

/** Last: a pass of retention that says that it takes everything explains what is missing of older runs. */
it("is not suspected where memory was forgotten and begun anew, and payloads and conversations erased", async () => {
  const { conversationId, runId } = await end(await begin(), leftOf());
  // A time to live that has no days: all conversations are idle.
  await applyRetention("hidden-state", -1);
  await seal();
  expect((await db().hiddenState.count()) + (await db().contextDelta.count())).toBe(0);
  expect(await db().approval.findFirst()).toMatchObject({ status: "expired", resume: {} });
  expect(await faults()).toEqual([]);
  await end(await begin({ conversationId }), leftOf());
  await seal();
  expect(await faults()).toEqual([]);
  const retention = { rule: "retention", actorId: null } as const;
  await kysely()
    .transaction()
    .execute((transaction) => erasePayloadRows(transaction, [runId], retention));
  expect(await faults()).toEqual([]);
  expect(await eraseConversation(null, conversationId)).toMatchObject({ ok: true });
  expect(await faults()).toEqual([]);
});
