/** After the end of a run: what the call for its conversation's title needs, and what the call returned. */
import "server-only";
import { sql } from "kysely";
import { TitleBy } from "../../../contracts/public/organise/organise.ts";
import { type Pasted, readPasted } from "../../../contracts/public/person/pasted-parts.ts";
import type { PromptManifest } from "../../../contracts/run/prompt-manifest.ts";
import type { Spending } from "../../../contracts/run/run-spending.ts";
import type { TitleOutcome } from "../../../contracts/run/title-outcome.ts";
import { settings } from "../../../env/settings.ts";
import { kysely } from "../../client.ts";
import { type SpentBefore, spentBefore } from "../../limits/run-limits.ts";
import { MODEL_NAME_MAX_CHARS, TITLE_CALLS_MAX } from "../../limits.ts";
import { type Given, prepareStatement, prepareVariants } from "../../prepare-statement.ts";
import { storableJson, storableText } from "../../storable-json.ts";
import { columnsOf, text, uuid } from "../../typed-sql.ts";
import { toSpendingRow, writeSpending } from "./write-spending.ts";

export type TitleWork = {
  runId: string;
  conversationId: string;
  userId: string;
  userMessageId: string;
  answerMessageId: string;
  question: string;
  /** Which stretches of the question were pasted. */
  pasted: Pasted;
  answer: string;
  spent: SpentBefore;
};

/** @returns null where the answer is not whole, the conversation has a title already, or enough calls have failed */
export async function findTitleWork(runId: string): Promise<TitleWork | null> {
  const { BUDGET_PERSON_DAY: day, BUDGET_PERSON_MONTH: month } = settings();
  const [row] = await find({ today: day !== undefined, thisMonth: month !== undefined })({ runId });
  if (!row) return null;
  return {
    runId,
    conversationId: row.conversation_id,
    userId: row.user_id,
    userMessageId: row.asked_id,
    answerMessageId: row.answer_id,
    question: row.question,
    pasted: readPasted(row.question, row.pasted),
    answer: row.answer,
    spent: { today: row.today, thisMonth: row.this_month },
  };
}

/** With the sums of the periods for which there is a budget. */
const find = prepareVariants(
  "find-title-work",
  (given: Given<{ runId: string }>, budgets: { today: boolean; thisMonth: boolean }) => {
    const spent = spentBefore(columnsOf("run")("user_id"), budgets);
    return (
      kysely()
        .selectFrom("run")
        .innerJoin("conversation", "conversation.id", "run.conversation_id")
        .innerJoin("message as asked", "asked.id", "run.user_message_id")
        .innerJoin("message as answer", "answer.id", "run.answer_message_id")
        .select([
          "run.conversation_id",
          "run.user_id",
          "asked.id as asked_id",
          "asked.content as question",
          "asked.pasted",
          "answer.id as answer_id",
          "answer.content as answer",
          spent.today.as("today"),
          spent.thisMonth.as("this_month"),
        ])
        .where("run.id", "=", uuid(given("runId")))
        .where("run.status", "=", sql.lit("complete"))
        .where("answer.superseded_at", "is", null)
        .where("asked.superseded_at", "is", null)
        .where("conversation.title_by", "=", sql.lit(TitleBy.enum["first-line"]))
        .where("conversation.deleted_at", "is", null)
        // A temporary chat is in no list.
        .where("conversation.expires_at", "is", null)
        .where(
          ({ selectFrom }) =>
            selectFrom("title_call")
              .select(({ fn }) => fn.countAll<number>().as("calls"))
              .whereRef("title_call.conversation_id", "=", "conversation.id"),
          "<",
          sql.lit(TITLE_CALLS_MAX),
        )
    );
  },
);

export type TitleCall = {
  runId: string;
  conversationId: string;
  userId: string;
  /** Under which name the cost is counted. */
  nodeId: string;
  /** Null: the first line stays. */
  title: string | null;
  /** Why there is no title, as a code. */
  reason: string | null;
  manifest: PromptManifest;
  startedAt: Date;
  model: string;
  inputTokens: number;
  outputTokens: number;
  isEstimated: boolean;
  /** In PRICE_CURRENCY; null where it is not known. */
  cost: number | null;
  durationMs: number;
};

/**
 * Stores what a call for a title brought, with its cost, in one statement. A person's own title is never replaced.
 */
export async function recordTitleCall(call: TitleCall): Promise<TitleOutcome> {
  const [row] = await record(toValues(call));
  if (!row) throw new Error("A title's call was not recorded.");
  return row.outcome;
}

/** The date that providers add to a model's name. */
const DATE = /-20(?:\d{2}-\d{2}-\d{2}|\d{6})$/;

function toValues(call: TitleCall) {
  const { title, reason, cost, inputTokens, outputTokens } = call;
  const model = storableText(call.model).slice(0, MODEL_NAME_MAX_CHARS);
  const spent: Spending = {
    agentId: call.nodeId,
    model: model.replace(DATE, ""),
    calls: 1,
    cost: cost ?? 0,
    estimatedCost: call.isEstimated ? (cost ?? 0) : 0,
    unpricedCalls: cost === null ? 1 : 0,
    inputTokens,
    outputTokens,
  };
  return {
    runId: call.runId,
    conversationId: call.conversationId,
    userId: call.userId,
    startedAt: call.startedAt,
    model,
    reason,
    inputTokens,
    outputTokens,
    cost,
    title: title === null ? null : storableText(title),
    otherwise: outcomeWithout(call),
    manifest: JSON.stringify(call.manifest),
    durationMs: Math.round(call.durationMs),
    spending: storableJson([toSpendingRow(spent)]),
  };
}

const REFUSED = new Set(["no-words", "too-long", "hidden-name"]);

/** Where the conversation did not get a title. */
function outcomeWithout({ title, reason }: TitleCall): Exclude<TitleOutcome, "titled"> {
  if (title !== null) return "kept";
  return REFUSED.has(reason ?? "") ? "refused" : "failed";
}

type Values = ReturnType<typeof toValues>;

const TITLED: TitleOutcome = "titled";

const record = prepareStatement("record-title-call", (given: Given<Values>) =>
  kysely()
    .with("ended", (db) =>
      db.selectNoFrom([
        text(given("userId")).as("user_id"),
        sql<Date>`${given("startedAt")}::timestamptz`.as("started_at"),
      ]),
    )
    .with("spent", (db) => writeSpending(db, given("spending")))
    .with("titled", (db) =>
      db
        .updateTable("conversation")
        .set({ title: sql`${given("title")}::text`, title_by: TitleBy.enum.model })
        .where(sql<boolean>`${given("title")}::text IS NOT NULL`)
        .where("id", "=", uuid(given("conversationId")))
        .where("title_by", "=", sql.lit(TitleBy.enum["first-line"]))
        .where("deleted_at", "is", null)
        .returning("id"),
    )
    .with("called", (db) =>
      db
        .insertInto("title_call")
        .values(({ exists, selectFrom }) => ({
          run_id: uuid(given("runId")),
          conversation_id: uuid(given("conversationId")),
          started_at: given("startedAt"),
          outcome: sql`CASE WHEN ${exists(selectFrom("titled"))} THEN ${sql.lit(TITLED)}
            ELSE ${given("otherwise")} END`,
          reason: given("reason"),
          model: given("model"),
          manifest: given("manifest"),
          input_tokens: given("inputTokens"),
          output_tokens: given("outputTokens"),
          cost: given("cost"),
          duration_ms: given("durationMs"),
        }))
        .returning(sql<TitleOutcome>`title_call.outcome`.as("outcome")),
    )
    .selectFrom("called")
    .select("called.outcome"),
);
