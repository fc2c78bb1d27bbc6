import "server-only";
/**
 * The parts of a statement in which a new answer replaces one that is shown, and everything behind it: its row, its run,
 * and what the old answer leaves. Every write depends on `old`, which is empty if that is not allowed. What is replaced
 * stays, as another version.
 */
import { sql } from "kysely";
import { DECIDED, decisionsPart, trialPart } from "../../audit/effects/record-in-statement.ts";
import { kysely } from "../../client.ts";
import type { Given } from "../../prepare-statement.ts";
import { fromThisMoment, table, text, uuid } from "../../typed-sql.ts";
import { freeSlot, isWithin, maySend, type RunLimits, spentBefore } from "../run-limits.ts";

export type ReplaceValues = RunLimits & {
  /** The answer to supersede. */
  oldAnswerId: string;
  answerMessageId: string;
  runId: string;
  userId: string;
  agentId: string;
  leaseOwner: string;
  leaseMs: number;
};

/** What every such statement returns of `found` and `begun`. */
export const REPLACED = [
  ...(["found.slot", "found.may_send", "found.conversation_id"] as const),
  ...(["found.spent_today", "found.spent_this_month"] as const),
  ...(["found.user_message_id", "found.content", "found.run_id", "begun.started_at"] as const),
] as const;

/** What is done with the old answer's text: a retry begins anew, a continued answer begins with it. */
export type Replacement = "retried" | "continued";

/**
 * `found` is the answer with its turn; `old` is the same if the limits allow a run. An answer that can be continued has
 * text and is not whole: it was cut at the model's limit of length, or did not end by itself.
 */
/** The newest place among all messages of a conversation, and the newest version behind the same message. */
export const place = (conversation: string, parent: string) =>
  [
    sql<number>`(SELECT max(ordinal) FROM ${table("message")}
    WHERE conversation_id = ${sql.ref(conversation)})`.as("last_ordinal"),
    sql<number>`(SELECT max(branch) FROM ${table("message")}
    WHERE conversation_id = ${sql.ref(conversation)} AND parent_id IS NOT DISTINCT FROM ${sql.ref(parent)})`.as(
      "last_branch",
    ),
  ] as const;

export function withOld(given: Given<ReplaceValues>, replacement: Replacement) {
  const user = text(given("userId"));
  const limits = {
    maxRunsAtOnce: given("maxRunsAtOnce"),
    maxSendsPerMinute: given("maxSendsPerMinute"),
    maxSpentToday: given("maxSpentToday"),
    maxSpentThisMonth: given("maxSpentThisMonth"),
  };
  const spent = spentBefore(user, limits);
  return kysely()
    .with("found", (db) =>
      db
        .selectFrom("message as answer")
        .innerJoin("run", "run.answer_message_id", "answer.id")
        .innerJoin("message as question", "question.id", "run.user_message_id")
        .innerJoin("conversation", "conversation.id", "answer.conversation_id")
        .select(({ selectFrom }) => [
          "answer.id",
          "answer.conversation_id",
          "answer.ordinal",
          ...place("answer.conversation_id", "answer.parent_id"),
          "answer.content as so_far",
          "answer.sources as so_far_sources",
          "run.agent_id as written_by",
          "run.id as run_id",
          "run.user_message_id",
          "question.content",
          "question.created_at as asked_at",
          sql<string[]>`ARRAY(${selectFrom("attachment")
            .select("attachment.id")
            .whereRef("attachment.message_id", "=", "question.id")
            .orderBy("attachment.position")
            .orderBy("attachment.created_at")
            .orderBy("attachment.id")})`.as("file_ids"),
          freeSlot(user, limits).as("slot"),
          maySend(user, limits).as("may_send"),
          spent.today.as("spent_today"),
          spent.thisMonth.as("spent_this_month"),
        ])
        .where("answer.id", "=", uuid(given("oldAnswerId")))
        .where("conversation.user_id", "=", user)
        .where("conversation.deleted_at", "is", null)
        .where("answer.superseded_at", "is", null)
        .where("answer.ending", "is not", null)
        .$if(replacement === "continued", (answers) =>
          answers
            .where("answer.content", "!=", sql<string>`''`)
            .where(({ or, eb }) =>
              or([
                eb("answer.reason", "=", sql<string>`'answer-truncated'`),
                eb("answer.ending", "in", sql<string>`('stopped', 'interrupted', 'failed')`),
              ]),
            ),
        )
        .$if(replacement === "continued", (answers) =>
          answers.where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom("message as newer")
                  .select("newer.id")
                  .whereRef("newer.conversation_id", "=", "answer.conversation_id")
                  .where("newer.superseded_at", "is", null)
                  .whereRef("newer.ordinal", ">", "answer.ordinal"),
              ),
            ),
          ),
        )
        .forUpdate("answer"),
    )
    .with("old", (db) =>
      db
        .selectFrom("found")
        .selectAll()
        .where("slot", "is not", null)
        .where("may_send", "=", true)
        .where(isWithin(sql.ref("spent_today"), limits.maxSpentToday))
        .where(isWithin(sql.ref("spent_this_month"), limits.maxSpentThisMonth)),
    );
}

export function withWrites(
  old: ReturnType<typeof withOld>,
  given: Given<ReplaceValues>,
  replacement: Replacement,
) {
  return withNewVersion(old, given, replacement)
    .with("touched", (db) =>
      db
        .updateTable("conversation")
        .set({ updated_at: sql<Date>`now()` })
        .where("id", "=", ({ selectFrom }) => selectFrom("old").select("conversation_id")),
    )
    .with("withdrawn", (db) =>
      db
        .updateTable("approval")
        .set({ status: "expired", decided_at: sql<Date>`now()` })
        .where("conversation_id", "=", ({ selectFrom }) =>
          selectFrom("old").select("old.conversation_id"),
        )
        .where("status", "=", "pending")
        .returning(DECIDED),
    )
    .with("recorded", () => decisionsPart(text(given("userId")), "withdrawn"))
    .with("trial", trialPart)
    .with("begun", (db) =>
      db
        .insertInto("run")
        .columns([
          ...([
            "id",
            "conversation_id",
            "user_id",
            "user_message_id",
            "answer_message_id",
          ] as const),
          ...(["agent_id", "lease_owner", "lease_until", "slot"] as const),
        ])
        .expression(({ selectFrom }) =>
          selectFrom("old").select(({ ref }) => [
            uuid(given("runId")).as("id"),
            "conversation_id",
            text(given("userId")).as("user_id"),
            "user_message_id",
            uuid(given("answerMessageId")).as("answer_message_id"),
            text(given("agentId")).as("agent_id"),
            text(given("leaseOwner")).as("lease_owner"),
            fromThisMoment(given("leaseMs")).as("lease_until"),
            sql<number>`${ref("slot")}`.as("slot"),
          ]),
        )
        .returning("started_at"),
    );
}

/** Sets aside what is replaced, and adds the new answer. */
function withNewVersion(
  old: ReturnType<typeof withOld>,
  given: Given<ReplaceValues>,
  replacement: Replacement,
) {
  return old
    .with("superseded", (db) =>
      db
        .updateTable("message")
        .from("old")
        .set({
          superseded_at: sql<Date>`now()`,
          ...(replacement === "continued" ? { continued_at: sql<Date>`now()` } : {}),
        })
        .whereRef("message.conversation_id", "=", "old.conversation_id")
        .where("message.superseded_at", "is", null)
        .whereRef("message.ordinal", ">=", "old.ordinal"),
    )
    .with("answer", (db) =>
      db
        .insertInto("message")
        .columns(["id", "conversation_id", "ordinal", "role", "content", "parent_id", "branch"])
        .expression(({ selectFrom }) =>
          selectFrom("old").select(({ ref }) => [
            uuid(given("answerMessageId")).as("id"),
            "conversation_id",
            sql<number>`${ref("last_ordinal")} + 1`.as("ordinal"),
            sql<string>`'assistant'`.as("role"),
            replacement === "continued"
              ? ref("so_far").as("content")
              : sql<string>`''`.as("content"),
            "user_message_id as parent_id",
            sql<number>`${ref("last_branch")} + 1`.as("branch"),
          ]),
        ),
    );
}
