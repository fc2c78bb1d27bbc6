import "server-only";
/** The statement that continues an answer: its new version takes over the text, the files and the memory of the old one. */
import { type Expression, sql } from "kysely";
import type { StepResult } from "../../../contracts/run/suspended-plan.ts";
import { type Given, prepareStatement } from "../../prepare-statement.ts";
import { columnsOf, table, text, uuid } from "../../typed-sql.ts";
import { NOTHING, newestStates, turnFiles, turnPreferences } from "../turn-memory.ts";
import { REPLACED, type ReplaceValues, withOld, withWrites } from "./replace-answer.ts";

export const runCreateContinuing = prepareStatement(
  "create-continuing",
  (given: Given<ReplaceValues>) =>
    withWrites(withOld(given, "continued"), given, "continued")
      .with("kept_files", (db) =>
        db
          .updateTable("attachment")
          .set({ message_id: uuid(given("answerMessageId")) })
          .where("message_id", "=", ({ selectFrom }) => selectFrom("old").select("old.id")),
      )
      .with("kept_states", (db) =>
        db
          .updateTable("hidden_state")
          .set({ message_id: uuid(given("answerMessageId")) })
          .where("message_id", "=", ({ selectFrom }) => selectFrom("old").select("old.id")),
      )
      .with("kept_deltas", (db) =>
        db
          .updateTable("context_delta")
          .set({ message_id: uuid(given("answerMessageId")) })
          .where("message_id", "=", ({ selectFrom }) => selectFrom("old").select("old.id")),
      )
      .selectFrom("found")
      .leftJoin("begun", (join) => join.onTrue())
      .select(REPLACED)
      .select(["found.so_far", "found.so_far_sources", "found.written_by"])
      .select(({ ref }) => [
        stepResults(ref("found.run_id")).as("results"),
        newestStates(pathOf(ref("found.conversation_id"))).as("states"),
        turnFiles(pathOf(ref("found.conversation_id")), ref("found.file_ids")).as("files"),
        turnPreferences(text(given("userId"))).as("preferences"),
      ]),
);

/** The answer is the newest one and its memory goes on. */
const pathOf = (conversationId: Expression<string>) => ({ conversationId, replacedFrom: NOTHING });

const executed = columnsOf("log_event", "executed");
const hop = columnsOf("log_event", "hop");
const start = columnsOf("log_event", "start");

/** The results that the coordinator composed the old answer out of; null where one agent answered alone. */
export function stepResults(runId: Expression<string>) {
  return sql<StepResult[] | null>`(
    SELECT json_agg(json_build_object('stepId', ${executed("payload")}->'execution'->>'planStepId',
      'agentId', ${start("payload")}->>'nodeId', 'text', ${hop("payload")}->>'result') ORDER BY ${hop("seq")})
    FROM ${table("log_event")} AS executed
    JOIN ${table("log_event")} AS hop ON ${hop("run_id")} = ${runId} AND ${hop("type")} = 'hop.ended'
      AND ${hop("payload")}->>'hopRef' = ${executed("payload")}->'execution'->>'hopRef'
    JOIN ${table("log_event")} AS start ON ${start("run_id")} = ${runId} AND ${start("type")} = 'hop.started'
      AND ${start("payload")}->>'hopRef' = ${hop("payload")}->>'hopRef'
    WHERE ${executed("run_id")} = ${runId} AND ${executed("type")} = 'execution.recorded'
      AND ${executed("payload")}->'execution'->>'type' = 'agent'
      AND ${executed("payload")}->'execution'->>'status' = 'ok'
      AND ${hop("payload")} ? 'result')`;
}
