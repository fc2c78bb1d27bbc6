/** What is edited is found by the next quick check, at its place; what is honest is not, and what did not change is not read. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { newTalk, type Talk } from "../coordinator/testing/take-turns.ts";
import { decide, talkOfPeople } from "../coordinator/testing/talk-of-people.ts";
import { recordRole } from "../db/accounts/record-role.ts";
import {
  findChangedRuns,
  oldestTransaction,
  writtenSince,
} from "../db/audit/recent/recent-runs.ts";
import { recordAudit } from "../db/audit/record-audit.ts";
import { db, kysely } from "../db/client.ts";
import { giveFeedback } from "../db/conversations/give-feedback.ts";
import { eraseConversation } from "../db/erasure/erase.ts";
import { shareConversation } from "../db/shares/share-conversation.ts";
import { editAsOwner } from "../db/testing/edit-as-owner.ts";
import { seal } from "../db/testing/trail-fixtures.ts";
import { createPerson } from "../db/testing/turn-fixtures.ts";
import { provideUms } from "../ums/testing/provide-ums.ts";
import { checkRecent, type Looked, lookInTurn } from "./check-recent.ts";

provideUms();
process.env.WEB_SEARCH_PROVIDER = "local";

const looked: Looked = {};
let talk: Talk;
let runId: string;
/** Of the run whose leftovers are edited. */
let place: number;

beforeAll(async () => {
  talk = await newTalk();
  await recordRole(talk.actor.userId);
  const turn = await talk.say("What's the weather in Paris? And calculate fibonacci(10).");
  ({ runId } = turn);
  const { conversationId, answerMessageId } = turn;
  await giveFeedback(talk.actor, {
    answerMessageId,
    feedback: { verdict: "down", words: "too long" },
  });
  await shareConversation(talk.actor, { conversationId, isNamed: true });
  const { talk: others } = await talkOfPeople();
  await recordRole(others.actor.userId);
  await others.say("delete the first one");
  await decide(others, "declined");
  await talk.say("list the users and chart how many joined each month");
  await talk.say("I need a brief for a harbour festival");
  await recordAudit(kysely(), {
    actorId: talk.actor.userId,
    action: "payloads.opened",
    target: `run:${runId}`,
    outcome: "allowed",
    subjectId: talk.actor.userId,
    detail: { conversationId, reason: "a complaint" },
  });
  await seal();
  const end = await db().auditEvent.findFirstOrThrow({ where: { action: "run.ended", runId } });
  place = Number(end.place);
  expect(await checkRecent(looked)).toEqual([]);
});

/** No row is written. */
const EXCHANGED_NAMES = `ALTER TABLE run RENAME input_tokens TO kept;
  ALTER TABLE run RENAME output_tokens TO input_tokens; ALTER TABLE run RENAME kept TO output_tokens`;

/** Before every run. */
const FIRST = "00000000-0000-0000-0000-000000000000";
const LOOK = "action = 'payloads.opened'";

/** A copy of a row of the run, with the id of a run that there never was. */
function addStray(table: string, columns: string): string {
  return `INSERT INTO ${table} (run_id, ${columns})
    SELECT overlay($run PLACING 'ffffffffffff' FROM 25)::uuid, ${columns} FROM ${table} WHERE run_id = $run LIMIT 1`;
}

describe("the next quick check", () => {
  it.each([
    ["run", "UPDATE run SET status = 'failed' WHERE id = $run", "end-edited"],
    ["run", "UPDATE run SET input_tokens = 7 WHERE id = $run", "figures-edited"],
    ["run_score", "UPDATE run_score SET deviation = 7 WHERE run_id = $run", "score-edited"],
    ["node_history", "UPDATE node_history SET node_id = 'x' WHERE run_id = $run", "hops-edited"],
    [
      "node_history",
      "DELETE FROM node_history WHERE run_id = $run AND kind = 'tool'",
      "hops-edited",
    ],
    [
      "run_event",
      "UPDATE run_event SET payload = '{}' WHERE run_id = $run AND seq = 2",
      "event-changed",
    ],
    ["run_event", "DELETE FROM run_event WHERE run_id = $run AND seq = 3", "event-missing"],
    [
      "run_event",
      "UPDATE run_event SET payload = NULL WHERE run_id = $run AND seq = 2",
      "payload-missing",
    ],
    [
      "message",
      "UPDATE message SET content = 'forged' WHERE id = (SELECT answer_message_id FROM run WHERE id = $run)",
      "answer-changed",
    ],
    [
      "run_seal",
      "UPDATE run_seal SET answer_salt = gen_random_uuid() WHERE run_id = $run",
      "answer-changed",
    ],
  ])("finds in %s: %s", async (table, statement, fault) => {
    const statements = [statement.replaceAll("$run", `'${runId}'`)];
    const found = await editAsOwner({ tables: [table], statements }, () => checkRecent(looked));
    expect(found).toEqual(
      expect.arrayContaining([expect.objectContaining({ fault, place, runId })]),
    );
    expect(await checkRecent(looked)).toEqual([]);
  });

  it.each([
    ["audit_event", `UPDATE audit_event SET actor_id = 'x' WHERE ${LOOK}`, "row-changed"],
    [
      "audit_event",
      `UPDATE audit_event SET at = at - interval '1 hour' WHERE ${LOOK}`,
      "row-changed",
    ],
    ["audit_event", `DELETE FROM audit_event WHERE ${LOOK}`, "row-missing"],
    [
      "audit_leaf",
      `DELETE FROM audit_leaf WHERE place = (SELECT place FROM audit_event WHERE ${LOOK})`,
      "row-forged",
    ],
    ["run_seal", "DELETE FROM run_seal WHERE run_id = $run", "row-changed"],
    ["user", `UPDATE "user" SET role = 'auditor'`, "role-edited"],
    ["policy", "UPDATE policy SET enabled = NOT enabled", "policy-edited"],
    ["feedback", "UPDATE feedback SET verdict = 'up'", "feedback-edited"],
    ["feedback", "DELETE FROM feedback", "feedback-edited"],
    ["share_link", "UPDATE share_link SET shared_by = NULL", "share-edited"],
    ["approval", "UPDATE approval SET status = 'approved'", "approval-edited"],
    ["attachment", "UPDATE attachment SET data = ''", "file-edited"],
    ["context_delta", "UPDATE context_delta SET patch = '[]'", "delta-edited"],
    [
      "hidden_state",
      `INSERT INTO hidden_state (id, conversation_id, agent_id, version, run_id, state, bytes)
        SELECT gen_random_uuid(), conversation_id, 'z', 1, $run, '{}', 2 FROM run
        WHERE conversation_id <> (SELECT conversation_id FROM run WHERE id = $run) LIMIT 1`,
      "rows-stray",
    ],
    ["run_score", addStray("run_score", "started_at, deviation, detail"), "rows-stray"],
    [
      "node_history",
      addStray("node_history", "hop_ref, kind, node_id, outcome, started_at, duration_ms"),
      "rows-stray",
    ],
    ["audit_checkpoint", "UPDATE audit_checkpoint SET size = size + 1", "checkpoint-edited"],
    ["audit_checkpoint", "UPDATE audit_checkpoint SET note = 'x'", "note-unreadable"],
  ])("finds in %s: %s", async (table, statement, fault) => {
    const statements = [statement.replaceAll("$run", `'${runId}'`)];
    const found = await editAsOwner({ tables: [table], statements }, () => checkRecent(looked));
    expect(found?.map((one) => one.fault)).toContain(fault);
    expect(await checkRecent(looked)).toEqual([]);
  });

  it("is the first one of a process, too", async () => {
    const edit = {
      tables: ["run"],
      statements: [`UPDATE run SET tool_calls = 0 WHERE id = '${runId}'`],
    };
    const found = await editAsOwner(edit, () => checkRecent({}));
    expect(found).toMatchObject([{ fault: "figures-edited", runId, place }]);
    expect(await checkRecent(looked)).toEqual([]);
  });

  it.each([
    [
      "a table for an edited copy",
      `CREATE TABLE copied (LIKE node_history INCLUDING ALL);
        INSERT INTO copied SELECT * FROM node_history;
        UPDATE copied SET node_id = 'x' WHERE run_id = $run`,
      "ALTER TABLE node_history RENAME TO kept; ALTER TABLE copied RENAME TO node_history",
      "DROP TABLE node_history; ALTER TABLE kept RENAME TO node_history",
      "hops-edited",
    ],
    [
      "a part of the log for an edited copy",
      `CREATE TABLE copied (LIKE run_event_default INCLUDING ALL);
        INSERT INTO copied SELECT * FROM run_event_default;
        UPDATE copied SET payload = '{}' WHERE run_id = $run AND seq = 2`,
      `ALTER TABLE run_event DETACH PARTITION run_event_default;
        ALTER TABLE run_event ATTACH PARTITION copied DEFAULT`,
      `ALTER TABLE run_event DETACH PARTITION copied; DROP TABLE copied;
        ALTER TABLE run_event ATTACH PARTITION run_event_default DEFAULT`,
      "event-changed",
    ],
    ["the name of a column", "SELECT", EXCHANGED_NAMES, EXCHANGED_NAMES, "figures-edited"],
  ])("finds that somebody exchanged %s", async (_what, copy, exchange, back, fault) => {
    const run = async (statements: string) => {
      for (const statement of statements.replaceAll("$run", `'${runId}'`).split(";"))
        await sql.raw(statement).execute(kysely());
    };
    await checkRecent(looked);
    await run(copy);
    await checkRecent(looked);
    await run(exchange);
    const found = await checkRecent(looked);
    await run(back);
    expect(found).toContainEqual(expect.objectContaining({ fault, runId }));
    expect(await checkRecent(looked)).toEqual([]);
  });

  it("suspects nothing of what goes on", async () => {
    const other = await newTalk();
    await recordRole(other.actor.userId);
    const begun = await other.say("Tell me about mirrors.");
    expect(await checkRecent(looked)).toEqual([]);
    await seal();
    expect(await checkRecent(looked)).toEqual([]);
    const { answerMessageId, conversationId } = await other.retry(begun);
    for (const verdict of ["up", "down"] as const)
      await giveFeedback(other.actor, { answerMessageId, feedback: { verdict, words: "" } });
    await seal();
    expect(await checkRecent(looked)).toEqual([]);
    await giveFeedback(other.actor, { answerMessageId, feedback: null });
    await shareConversation(other.actor, { conversationId, isNamed: false });
    expect(await checkRecent(looked)).toEqual([]);
    expect(await eraseConversation(null, conversationId)).toMatchObject({ ok: true });
    expect(await checkRecent(looked)).toEqual([]);
    await seal();
    expect(await checkRecent(looked)).toEqual([]);
    await createPerson();
    expect(await checkRecent(looked)).toEqual([]);
    expect(await checkRecent({})).toEqual([]);
  });
});

describe("what did not change", () => {
  it("is not compared again, and one row tells so", async () => {
    const since = await oldestTransaction(kysely());
    const { known } = await findChangedRuns(kysely(), FIRST, null, writtenSince(since));
    expect(known.rows.size).toBeGreaterThan(3);
    const statements: string[] = [];
    const watched = kysely().withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        statements.push(String(result.rows.length));
        return result;
      },
    });
    const again = await findChangedRuns(watched, FIRST, known, writtenSince(since));
    expect([again.changed, statements]).toEqual([[], ["1"]]);
    await sql`UPDATE run SET rounds = rounds WHERE id = ${runId}::uuid`.execute(kysely());
    expect((await findChangedRuns(watched, FIRST, known, writtenSince(since))).changed).toEqual([
      runId,
    ]);
    expect(await checkRecent(looked)).toEqual([]);
  });

  it("is told from a removal that an addition elsewhere hides", async () => {
    const since = await oldestTransaction(kysely());
    const { known } = await findChangedRuns(kysely(), FIRST, null, writtenSince(since));
    const statements = [
      `DELETE FROM node_history WHERE run_id = '${runId}' AND kind = 'tool'`,
      `INSERT INTO node_history (run_id, hop_ref, kind, node_id, outcome, started_at, duration_ms)
        SELECT id, '${randomUUID()}', 'tool', 'x', 'ok', now(), 1 FROM run WHERE id <> '${runId}' LIMIT 2`,
    ];
    const found = await editAsOwner({ tables: ["node_history"], statements }, () =>
      findChangedRuns(kysely(), FIRST, known, writtenSince(since)),
    );
    expect(found?.changed).toContain(runId);
    expect(await checkRecent(looked)).toEqual([]);
  });
});

it("is made by one instance at a time", async () => {
  const other: Looked = {};
  let lookedBeside: unknown;
  const found = await lookInTurn(looked, async () => {
    lookedBeside = await lookInTurn(other);
  });
  expect([found, lookedBeside, other]).toEqual([[], null, {}]);
  expect(await lookInTurn(other)).toEqual([]);
});
