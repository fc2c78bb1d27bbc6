import "server-only";
/** The statement that retries a turn. Every write depends on `old`, which is empty if a retry is not allowed. */
import { type Expression, sql } from "kysely";
import { type Given, prepareStatement } from "../prepare-statement.ts";
import { table, text } from "../typed-sql.ts";
import type { TurnApproval } from "./created-turn.ts";
import { REPLACED, type ReplaceValues, withOld, withWrites } from "./replace-answer.ts";
import { newestStates, turnFiles, turnPreferences } from "./turn-memory.ts";

export const runCreateRetry = prepareStatement("create-retry", (given: Given<ReplaceValues>) =>
  withApproval(withWrites(withOld(given, "retried"), given, "retried"))
    .selectFrom("found")
    .leftJoin("begun", (join) => join.onTrue())
    .select(REPLACED)
    .select(({ ref, selectFrom }) => [
      selectFrom("decided").select("decided.approval").as("approval"),
      newestStates(pathOf(ref("found.conversation_id"), ref("found.ordinal"))).as("states"),
      turnFiles(
        pathOf(ref("found.conversation_id"), ref("found.ordinal")),
        ref("found.file_ids"),
      ).as("files"),
      turnPreferences(text(given("userId"))).as("preferences"),
    ]),
);

/** The answer's own run, and what came behind it, are not remembered. */
const pathOf = (conversationId: Expression<string>, replacedFrom: Expression<number>) => ({
  conversationId,
  replacedFrom,
});

/** Nobody has said anything behind the answer of `old`, on whichever branch. */
const NOTHING_LATER = sql<boolean>`NOT EXISTS (
  SELECT FROM ${table("message")} AS later
  WHERE later.conversation_id = old.conversation_id AND later.ordinal > old.ordinal
    AND later.parent_id IS DISTINCT FROM old.user_message_id)`;

/**
 * The decision that the person made by this message: both were written in one transaction, at one time. A killed process
 * may have started the call without a log entry; an orderly end records whether it did. `answered` is the earlier result
 * of the asking step if the rest of its plan is retried, so that the step does not run twice. Once the
 * conversation has gone on behind the answer, on whichever branch, a new version takes over no decision: what was approved
 * is asked anew.
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
        .whereRef("approval.decided_at", "=", "old.asked_at")
        .where(NOTHING_LATER),
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
