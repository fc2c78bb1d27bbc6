/** What whole turns left is what their sealed logs say; an edit of it is found, at the place of the run's end. */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { newTalk } from "../../../../coordinator/testing/take-turns.ts";
import { decide, talkOfPeople } from "../../../../coordinator/testing/talk-of-people.ts";
import { provideUms } from "../../../../ums/testing/provide-ums.ts";
import { db, kysely } from "../../../client.ts";
import { applyRetention } from "../../../erasure/retention/apply-retention.ts";
import { seal } from "../../../testing/trail-fixtures.ts";
import { findEditedLeft } from "./find-edited-left.ts";
import { findEditedRuns } from "./find-edited-runs.ts";
import { findEditedStates } from "./find-edited-states.ts";

provideUms();
process.env.WEB_SEARCH_PROVIDER = "local";

/** Of the turn whose leftovers are edited. */
let runId: string;
/** Of the turn that asked for the person's word. */
let asked: string;
/** Of the one that still waits for it. */
let waiting: string;
/** Of the turn that made a file, and of the one that changed structured memory. */
let drew: string;
let noted: string;

beforeAll(async () => {
  const talk = await newTalk();
  ({ runId } = await talk.say("What's the weather in Paris? And calculate fibonacci(10)."));
  await talk.say("Tell me about mirrors.");
  const { talk: others } = await talkOfPeople();
  asked = (await others.say("delete the first one")).runId;
  await decide(others, "declined");
  waiting = (await (await talkOfPeople()).talk.say("delete the first one")).runId;
  ({ runId: drew } = await talk.say("list the users and chart how many joined each month"));
  ({ runId: noted } = await talk.say("I need a brief for a harbour festival"));
  await seal();
});

async function placeOf(id: string): Promise<number> {
  const where = { action: "run.ended", runId: id };
  return Number((await db().auditEvent.findFirstOrThrow({ where })).place);
}

/** Edits, looks, and takes it back. */
async function findAfter(statement: string): Promise<object[]> {
  const transaction = await kysely().startTransaction().execute();
  const edit = sql.raw(
    statement.replaceAll("$run", `'${runId}'::uuid`).replaceAll("$asked", `'${asked}'::uuid`),
  );
  const { numAffectedRows } = await edit.execute(transaction);
  expect(numAffectedRows).toBe(1n);
  const found = [
    ...(await findEditedRuns(transaction)),
    ...(await findEditedLeft(transaction)),
    ...(await findEditedStates(transaction)),
  ];
  await transaction.rollback().execute();
  // Two comparisons may find the same, which is recorded once.
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

describe("what a run left", () => {
  it("is what its log says", async () => {
    expect(await db().nodeHistory.count({ where: { runId } })).toBeGreaterThan(2);
    expect(await findEditedRuns()).toEqual([]);
    expect(await findEditedLeft()).toEqual([]);
    expect(await findEditedStates()).toEqual([]);
  });

  it.each([
    [
      "hops-edited",
      "another node",
      "UPDATE node_history SET node_id = 'x' WHERE hop_ref = (SELECT max(hop_ref) FROM node_history WHERE run_id = $run) AND run_id = $run",
    ],
    [
      "hops-edited",
      "another outcome",
      "UPDATE node_history SET outcome = 'denied' WHERE kind = 'tool' AND run_id = $run",
    ],
    [
      "hops-edited",
      "another parent",
      "UPDATE node_history SET parent_ref = NULL WHERE kind = 'tool' AND run_id = $run",
    ],
    [
      "hops-edited",
      "a removed hop",
      "DELETE FROM node_history WHERE kind = 'tool' AND run_id = $run",
    ],
    [
      "hops-edited",
      "an added hop",
      "INSERT INTO node_history (run_id, hop_ref, kind, node_id, outcome, started_at, duration_ms) VALUES ($run, 'x', 'tool', 'x', 'ok', now(), 1)",
    ],
    [
      "hops-edited",
      "another duration",
      "UPDATE node_history SET duration_ms = duration_ms + 1 WHERE kind = 'tool' AND run_id = $run",
    ],
    [
      "score-edited",
      "another deviation",
      "UPDATE run_score SET deviation = coalesce(deviation, 0) + 0.5 WHERE run_id = $run",
    ],
    [
      "figures-edited",
      "another policy outcome",
      "UPDATE run SET policy_outcome = 'deny' WHERE id = $run",
    ],
    [
      "figures-edited",
      "another cost",
      "UPDATE run SET cost = coalesce(cost, 0) + 1 WHERE id = $run",
    ],
    [
      "figures-edited",
      "fewer model calls",
      "UPDATE run SET model_calls = model_calls - 1 WHERE id = $run",
    ],
    ["figures-edited", "no tool call", "UPDATE run SET tool_calls = 0 WHERE id = $run"],
    ["figures-edited", "other input tokens", "UPDATE run SET input_tokens = 7 WHERE id = $run"],
    ["figures-edited", "other output tokens", "UPDATE run SET output_tokens = 7 WHERE id = $run"],
    ["end-edited", "another status", "UPDATE run SET status = 'failed' WHERE id = $run"],
  ])("shows as %s: %s", async (fault, _what, statement) => {
    const place = await placeOf(runId);
    expect(await findAfter(statement)).toMatchObject([{ fault, place, runId }]);
  });

  it.each([
    [
      "that the person approved it",
      "UPDATE approval SET status = 'approved' WHERE run_id = $asked",
    ],
    ["that it waits", "UPDATE approval SET status = 'pending' WHERE run_id = $asked"],
    ["what was asked", "UPDATE approval SET question = 'x' WHERE run_id = $asked"],
    ["for which tool", "UPDATE approval SET tool = 'x' WHERE run_id = $asked"],
    [
      "one that nobody asked for",
      "UPDATE approval SET id = gen_random_uuid() WHERE run_id = $asked",
    ],
  ])("shows of an approval: %s", async (_what, statement) => {
    const found = { fault: "approval-edited", place: await placeOf(asked), runId: asked };
    expect(await findAfter(statement)).toMatchObject([found]);
  });

  it.each([
    ["its bytes", "data = '\\x00'"],
    ["its digest", "sha256 = repeat('0', 64)"],
    ["its name", "name = 'x'"],
  ])("shows of a file that a tool made: %s", async (_what, edit) => {
    const chart = `SELECT id FROM attachment WHERE media_type = 'image/svg+xml' LIMIT 1`;
    const found = { fault: "file-edited", place: await placeOf(drew), runId: drew };
    const statement = `UPDATE attachment SET ${edit} WHERE id = (${chart})`;
    expect(await findAfter(statement)).toMatchObject([found]);
  });

  it.each([
    ["its delta", `delta = '{"x":1}'`],
    ["its patch", "patch = '[]'"],
    ["its digest", "after_sha256 = repeat('0', 64)"],
    ["who made it", "origin = CASE origin WHEN 'tool' THEN 'person' ELSE 'tool' END"],
  ])("shows of a change of structured memory: %s", async (_what, edit) => {
    const found = { fault: "delta-edited", place: await placeOf(noted), runId: noted };
    const first = `SELECT id FROM context_delta WHERE run_id = '${noted}' LIMIT 1`;
    const statement = `UPDATE context_delta SET ${edit} WHERE id = (${first})`;
    expect(await findAfter(statement)).toMatchObject([found]);
  });

  it("is not suspected where an approval has expired by age, and is where nothing says so", async () => {
    const waits = "UPDATE approval SET status = 'expired' WHERE run_id = $waits";
    const found = { fault: "approval-edited", place: await placeOf(waiting), runId: waiting };
    expect(await findAfter(waits.replace("$waits", `'${waiting}'`))).toMatchObject([found]);
    expect(await applyRetention("hidden-state", -1)).toMatchObject({ approval: 2 });
    expect(await findEditedRuns()).toEqual([]);
  });
});
