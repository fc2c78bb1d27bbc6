import "server-only";
/** The statement that ends a run. Every part depends on `ended`, which is empty if the lease was lost. */
import { type Compilable, sql } from "kysely";
import { APPENDED, recordEnd, violationsPart } from "../../audit/effects/record-in-statement.ts";
import { kysely } from "../../client.ts";
import { MODEL_NAME_MAX_CHARS } from "../../limits.ts";
import { type Given, prepareStatement } from "../../prepare-statement.ts";
import { storableJson, storableText } from "../../storable-json.ts";
import { uuid } from "../../typed-sql.ts";
import { EVENT_COLUMNS, eventRows, hasViolation, toEventRows } from "../append-run-events.ts";
import { tagsOf } from "../tags-of.ts";
import type { FinishRun } from "./finish-run.ts";
import { type Creator, ENDED, PARTS, type Part, toRows, WRITERS } from "./write-artifacts.ts";

/** The parameters of every end, and the rows of each part as JSON. */
type Values = ReturnType<typeof toValues> & { [Name in Part]?: string };

type Statement = (values: Values) => Promise<{ id: string }[]>;

/** One statement for each combination of parts. Most runs have the same. */
const statements = new Map<string, Statement>();

/**
 * Runs the statement without the parts that would write nothing, because to plan those costs as much as a row.
 * @returns whether the run still belonged to the lease owner
 */
export async function runFinishStatement(input: FinishRun): Promise<boolean> {
  const rows = toRows(input);
  const parts = PARTS.filter((part) => rows[part].length > 0);
  const json = Object.fromEntries(parts.map((part) => [part, storableJson(rows[part])]));
  const statement = statementOf(parts, hasViolation(input.events));
  const ended = await statement({ ...toValues(input), ...json });
  return ended.length === 1;
}

function statementOf(parts: readonly Part[], violated: boolean): Statement {
  const key = [...parts, ...(violated ? ["violated"] : [])].join();
  const known = statements.get(key);
  if (known) return known;
  const statement = prepareStatement("finish-run", (given: Given<Values>) =>
    finishStatement(parts, violated, given),
  );
  statements.set(key, statement);
  return statement;
}

function toValues(input: FinishRun) {
  const { totals } = input;
  return {
    runId: input.runId,
    leaseOwner: input.leaseOwner,
    ending: input.ending,
    reason: input.reason,
    answer: storableText(input.answer),
    sources: input.sources?.length ? storableJson(input.sources) : null,
    events: toEventRows(input.events),
    agentId: totals.agentId,
    model: totals.model?.slice(0, MODEL_NAME_MAX_CHARS) ?? null,
    rounds: totals.rounds,
    modelCalls: totals.modelCalls,
    toolCalls: totals.toolCalls,
    inputTokens: totals.inputTokens,
    outputTokens: totals.outputTokens,
    policyOutcome: input.policyOutcome,
    cost: input.spending.cost,
    costNote: input.spending.note,
    tags: tagsOf(input),
  };
}

function finishStatement(
  parts: readonly Part[],
  violated: boolean,
  given: Given<Values>,
): Compilable<{ id: string }> {
  let creator: Creator = kysely()
    .with("ended", (db) =>
      db
        .updateTable("run")
        .set(({ fn, ref }) => ({
          status: given("ending"),
          reason: given("reason"),
          ended_at: sql<Date>`now()`,
          agent_id: fn.coalesce(given("agentId"), ref("agent_id")),
          model: given("model"),
          rounds: given("rounds"),
          model_calls: given("modelCalls"),
          tool_calls: given("toolCalls"),
          input_tokens: given("inputTokens"),
          output_tokens: given("outputTokens"),
          policy_outcome: given("policyOutcome"),
          cost: given("cost"),
          cost_note: given("costNote"),
          tags: given("tags"),
        }))
        .where("id", "=", uuid(given("runId")))
        .where("lease_owner", "=", given("leaseOwner"))
        .where("status", "=", sql<string>`'running'`)
        .returning(ENDED),
    )
    .with("answered", (db) =>
      db
        .updateTable("message")
        .set({
          content: given("answer"),
          ending: given("ending"),
          reason: given("reason"),
          sources: sql`${given("sources")}::jsonb`,
        })
        .where("id", "=", ({ selectFrom }) => selectFrom("ended").select("answer_message_id")),
    )
    .with("touched", (db) =>
      db
        .updateTable("conversation")
        .set({ updated_at: sql<Date>`now()` })
        .where("id", "=", ({ selectFrom }) => selectFrom("ended").select("conversation_id")),
    )
    .with("appended", (db) =>
      db
        .insertInto("run_event")
        .columns(EVENT_COLUMNS)
        .expression(({ selectFrom }) =>
          selectFrom(eventRows(given("events")))
            .innerJoin("ended", "ended.id", "given.run_id")
            .select(EVENT_COLUMNS.map((column) => `given.${column}` as const)),
        )
        .onConflict((conflict) => conflict.columns(["run_id", "seq"]).doNothing())
        .$if(violated, (inserted) => inserted.returning(APPENDED)),
    );
  creator = recordEnd(creator);
  if (violated) creator = creator.with("recorded_violations", () => violationsPart("ended"));
  for (const part of parts) creator = WRITERS[part](creator, sql<string>`${given(part)}`);
  return creator.selectFrom("ended").select(["ended.id"]);
}
