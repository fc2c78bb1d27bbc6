/** Ends a run in one transaction: last events, answer, figures and all it leaves behind commit together or not at all. */
import "server-only";
import { sql } from "kysely";
import type { LogEvent } from "../../../contracts/run/log-event.ts";
import type { RunResult } from "../../../contracts/run/run-work.ts";
import { APPENDED, endPart, violationsPart } from "../../audit/record-in-statement.ts";
import { db, kysely } from "../../client.ts";
import { MODEL_NAME_MAX_CHARS } from "../../limits.ts";
import {
  type Given,
  inTransaction,
  onConnection,
  prepareVariants,
} from "../../prepare-statement.ts";
import { storableJson, storableText } from "../../storable-json.ts";
import { uuid } from "../../typed-sql.ts";
import { EVENT_COLUMNS, eventRows, hasViolation, toEventRows } from "../append-run-events.ts";
import { tagsOf } from "../tags-of.ts";
import { type Creator, ENDED, type Part, toRows, WRITERS } from "./write-artifacts.ts";

/** What the end of a run gives to the statements behind it. */
const end = prepareVariants(
  "finish-run",
  (given: Given<Values>, { violated }: { violated: boolean }) => endStatement(violated, given),
);
/**
 * What a run leaves behind is written in the transaction that ends it, by statements of few parts each, so that each is
 * planned once: what few runs leave, and what most do.
 */
const GROUPS = [
  ["quarantined", "approvals", "documents"],
  ["states", "deltas", "score", "nodes", "spending"],
] as const satisfies readonly (readonly Part[])[];
/** Without the parts that would write nothing, because to execute those costs as much as a row. */
const leave = prepareVariants("leave-artifacts", (given: Given<Left>, parts: readonly Part[]) => {
  const ended = (name: (typeof ENDED)[number], type: string) =>
    sql`${given(name)}::${sql.raw(type)}`.as(name);
  const creator = kysely().with("ended", (db) =>
    db.selectNoFrom([
      ended("id", "uuid"),
      ended("conversation_id", "uuid"),
      ended("answer_message_id", "uuid"),
      ended("user_id", "text"),
      ended("started_at", "timestamptz"),
    ]),
  ) as unknown as Creator;
  return parts
    .reduce((writing, part) => WRITERS[part](writing, sql<string>`${given(part)}`), creator)
    .selectFrom("ended")
    .select("ended.id");
});

export type FinishRun = RunResult & {
  runId: string;
  leaseOwner: string;
  answer: string;
  /** Events that no flush has stored yet; the last is `run.ended`. */
  events: readonly LogEvent[];
};

/** @returns false if the lease was lost: nothing was written, and another process ends this run */
export function finishRun(input: FinishRun): Promise<boolean> {
  return runFinishStatement(input);
}

/** Whether a run of this owner has ended in this way: an attempt may have arrived although its answer was lost. */
export async function hasEndedAs({
  runId: id,
  leaseOwner,
  ending: status,
  reason,
}: Pick<FinishRun, "runId" | "leaseOwner" | "ending" | "reason">): Promise<boolean> {
  const where = { id, leaseOwner, status, reason };
  return (await db().run.findFirst({ where, select: { id: true } })) !== null;
}

type Values = ReturnType<typeof toValues>;

/** The row of the run that ended, as text, and the rows of each part as JSON. */
type Left = Record<(typeof ENDED)[number], unknown> & { [Name in Part]?: string };

/**
 * The statements that end a run: nothing is written where the lease was lost.
 * @returns whether the run still belonged to the lease owner
 */
async function runFinishStatement(input: FinishRun): Promise<boolean> {
  const rows = toRows(input);
  const groups = GROUPS.map((group) => group.filter((part) => rows[part].length > 0)).filter(
    (group) => group.length > 0,
  );
  const statement = end({ violated: hasViolation(input.events) });
  const values = toValues(input);
  if (groups.length === 0) return (await statement(values)).length === 1;
  return onConnection((connection) =>
    inTransaction(connection, async () => {
      const [ended] = await statement(values, connection);
      if (!ended) return false;
      for (const group of groups) {
        const json = Object.fromEntries(group.map((part) => [part, storableJson(rows[part])]));
        await leave(group)({ ...ended, ...json }, connection);
      }
      return true;
    }),
  );
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

function endStatement(violated: boolean, given: Given<Values>) {
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
  creator = creator.with("recorded_end", endPart);
  if (violated) creator = creator.with("recorded_violations", () => violationsPart("ended"));
  return creator.selectFrom("ended").select(ENDED.map((column) => `ended.${column}` as const));
}
