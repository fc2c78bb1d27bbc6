import "server-only";
/** The statement that retries a turn. Every write depends on `old`, which is empty if a retry is not allowed. */
import type { Expression } from "kysely";
import { type Given, prepareStatement } from "../../prepare-statement.ts";
import { text, uuid } from "../../typed-sql.ts";
import { newestStates, turnFiles, turnPreferences } from "../turn-memory.ts";
import { decidedBefore } from "./decided-before.ts";
import { REPLACED, type ReplaceValues, withOld, withWrites } from "./replace-answer.ts";

export const runCreateRetry = prepareStatement("create-retry", (given: Given<ReplaceValues>) =>
  withWrites(withOld(given, "retried"), given, "retried")
    .selectFrom("found")
    .leftJoin("begun", (join) => join.onTrue())
    .select(REPLACED)
    .select(({ ref }) => [
      decidedBefore({
        conversationId: ref("found.conversation_id"),
        ordinal: ref("found.ordinal"),
        userMessageId: ref("found.user_message_id"),
        askedAt: ref("found.asked_at"),
        runId: uuid(given("runId")),
      }).as("approval"),
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
