import "server-only";
/** The statement that retries a turn. Every write depends on `old`, which is empty if a retry is not allowed. */
import { sql } from "kysely";
import { kysely } from "../client.ts";
import { type Given, prepareStatement } from "../prepare-statement.ts";
import { fromNow, text, uuid } from "../typed-sql.ts";
import type { TurnApproval } from "./created-turn.ts";
import { freeSlot, maySend, type RunLimits } from "./run-limits.ts";
import { newestStates, turnFiles } from "./turn-memory.ts";

export type RetryValues = RunLimits & {
  /** The answer to supersede. */
  oldAnswerId: string;
  answerMessageId: string;
  runId: string;
  userId: string;
  agentId: string;
  leaseOwner: string;
  leaseMs: number;
};

export const runCreateRetry = prepareStatement("create-retry", (given: Given<RetryValues>) =>
  withApproval(withWrites(withOld(given), given))
    .selectFrom("found")
    .leftJoin("begun", (join) => join.onTrue())
    .select(({ ref, selectFrom }) => [
      "found.slot",
      "found.may_send",
      "found.conversation_id",
      "found.user_message_id",
      "found.content",
      "found.run_id",
      "begun.started_at",
      selectFrom("decided").select("decided.approval").as("approval"),
      newestStates(ref("found.conversation_id")).as("states"),
      turnFiles(ref("found.conversation_id"), ref("found.file_ids")).as("files"),
    ]),
);

/** `found` is the answer with its turn; `old` is the same if the limits allow a run. */
function withOld(given: Given<RetryValues>) {
  const user = text(given("userId"));
  const limits = {
    maxRunsAtOnce: given("maxRunsAtOnce"),
    maxSendsPerMinute: given("maxSendsPerMinute"),
  };
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
          "answer.branch",
          "run.id as run_id",
          "run.user_message_id",
          "question.content",
          "question.created_at as asked_at",
          sql<string[]>`ARRAY(${selectFrom("attachment")
            .select("attachment.id")
            .whereRef("attachment.message_id", "=", "question.id")})`.as("file_ids"),
          freeSlot(user, limits).as("slot"),
          maySend(user, limits).as("may_send"),
        ])
        .where("answer.id", "=", uuid(given("oldAnswerId")))
        .where("conversation.user_id", "=", user)
        .where("answer.superseded_at", "is", null)
        .where("answer.ending", "is not", null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("message as newer")
                .select("newer.id")
                .whereRef("newer.conversation_id", "=", "answer.conversation_id")
                .whereRef("newer.ordinal", ">", "answer.ordinal"),
            ),
          ),
        )
        .forUpdate("answer"),
    )
    .with("old", (db) =>
      db.selectFrom("found").selectAll().where("slot", "is not", null).where("may_send", "=", true),
    );
}

function withWrites(old: ReturnType<typeof withOld>, given: Given<RetryValues>) {
  return old
    .with("superseded", (db) =>
      db
        .updateTable("message")
        .set({ superseded_at: sql<Date>`now()` })
        .where("id", "=", ({ selectFrom }) => selectFrom("old").select("old.id")),
    )
    .with("answer", (db) =>
      db
        .insertInto("message")
        .columns(["id", "conversation_id", "ordinal", "role", "content", "parent_id", "branch"])
        .expression(({ selectFrom }) =>
          selectFrom("old").select(({ ref }) => [
            uuid(given("answerMessageId")).as("id"),
            "conversation_id",
            sql<number>`${ref("ordinal")} + 1`.as("ordinal"),
            sql<string>`'assistant'`.as("role"),
            sql<string>`''`.as("content"),
            "user_message_id as parent_id",
            sql<number>`${ref("branch")} + 1`.as("branch"),
          ]),
        ),
    )
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
        .where("answer_message_id", "=", ({ selectFrom }) => selectFrom("old").select("old.id"))
        .where("status", "=", "pending"),
    )
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
            fromNow(given("leaseMs")).as("lease_until"),
            sql<number>`${ref("slot")}`.as("slot"),
          ]),
        )
        .returning("started_at"),
    );
}

/**
 * The decision that the person made by this message: both were written in one transaction, at one time. A killed process
 * may have started the call without a log entry; an orderly end records whether it did. `answered` is the earlier result
 * of the asking step if the rest of its plan is retried, so that the step does not run twice.
 */
function withApproval(writes: ReturnType<typeof withWrites>) {
  return writes
    .with("given", (db) =>
      db
        .selectFrom("approval")
        .innerJoin("old", "old.conversation_id", "approval.conversation_id")
        .select(["approval.id", "approval.agent_id", "approval.status"])
        .select(["approval.resume", "approval.suspended_plan"])
        .where("approval.status", "in", sql<string>`('approved', 'declined')`)
        .whereRef("approval.decided_at", "=", "old.asked_at"),
    )
    .with("tries", (db) =>
      db
        .selectFrom("run")
        .innerJoin("old", "old.user_message_id", "run.user_message_id")
        .select(["run.id", "run.status"]),
    )
    .with("calls", (db) =>
      db
        .selectFrom("log_event as e")
        .innerJoin("given", (join) => join.onTrue())
        .select(["e.type", "e.payload"])
        .where("e.run_id", "in", ({ selectFrom }) => selectFrom("tries").select("tries.id"))
        .where("e.type", "in", sql<string>`('tool.called', 'tool.returned')`)
        .where(
          ({ ref }) =>
            sql<boolean>`${ref("e.payload")}->>'toolCallId' = ${ref("given.resume")}->>'id'`,
        ),
    )
    .with("done", (db) =>
      db
        .selectFrom("log_event as executed")
        .innerJoin("log_event as hop", "hop.run_id", "executed.run_id")
        .innerJoin("given", (join) => join.onTrue())
        .select(({ ref }) => sql<string | null>`${ref("hop.payload")}->>'result'`.as("result"))
        .where("given.suspended_plan", "is not", null)
        .where("executed.run_id", "in", ({ selectFrom }) => selectFrom("tries").select("tries.id"))
        .where("executed.type", "=", sql<string>`'execution.recorded'`)
        .where("hop.type", "=", sql<string>`'hop.ended'`)
        .where(
          ({ ref }) => sql<boolean>`${ref("executed.payload")} @>
            '{"execution": {"type": "agent", "status": "ok"}}'
          AND ${ref("executed.payload")}->'execution'->>'planStepId' = ${ref("given.suspended_plan")}->'steps'->0->>'id'
          AND ${ref("hop.payload")}->>'hopRef' = ${ref("executed.payload")}->>'hopRef'`,
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("approval")
                .select("approval.id")
                .whereRef("approval.run_id", "=", "executed.run_id"),
            ),
          ),
        )
        .orderBy("hop.at")
        .limit(sql<number>`1`),
    )
    .with("decided", (db) =>
      db.selectFrom("given").select(({ ref }) =>
        sql<TurnApproval>`json_build_object('approvalId', ${ref("given.id")}, 'agentId', ${ref("agent_id")},
          'decision', ${ref("status")}, 'resume', ${ref("resume")}, 'ran',
          CASE WHEN EXISTS (SELECT FROM calls) OR EXISTS (SELECT FROM tries WHERE status = 'interrupted')
          THEN json_build_object('result', (SELECT payload->>'result' FROM calls
            WHERE type = 'tool.returned' AND payload->>'outcome' <> 'stopped' LIMIT 1)) END,
          'suspendedPlan', ${ref("suspended_plan")}, 'answered', (SELECT result FROM done))`.as(
          "approval",
        ),
      ),
    );
}
