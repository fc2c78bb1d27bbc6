/** What some turns reply to: a message that the person writes anew, with the number of its newest version, or a question that they decide on. */
import "server-only";
import { sql } from "kysely";
import { kysely } from "../client.ts";
import { type Connection, type Given, prepareStatement } from "../prepare-statement.ts";
import { columnsOf, table, uuid } from "../typed-sql.ts";

export type EditedMessage = NonNullable<Awaited<ReturnType<typeof findEdited>>>;

export async function findEdited(
  { conversationId, editedId }: { conversationId: string; editedId: string },
  connection: Connection,
) {
  const [row] = await edited({ conversationId, editedId }, connection);
  return row ?? null;
}

const edited = prepareStatement(
  "find-edited",
  (given: Given<{ conversationId: string; editedId: string }>) =>
    kysely()
      .selectFrom("message")
      .select(["message.ordinal", "message.parent_id", "message.content", "message.pasted"])
      .select(lastBranch("message.conversation_id", "message.parent_id"))
      .where("message.id", "=", uuid(given("editedId")))
      .where("message.conversation_id", "=", uuid(given("conversationId")))
      .where("message.role", "=", sql<string>`'user'`)
      .where("message.superseded_at", "is", null),
);

export type PendingApproval = NonNullable<Awaited<ReturnType<typeof findPending>>>;

/** An agent's question that waits for the person's word, below an answer that is shown. */
export async function findPending(
  { conversationId, approvalId }: { conversationId: string; approvalId: string },
  connection: Connection,
) {
  const [row] = await pending({ conversationId, approvalId }, connection);
  return row ?? null;
}

const pending = prepareStatement(
  "find-pending",
  (given: Given<{ conversationId: string; approvalId: string }>) =>
    kysely()
      .selectFrom("approval")
      .select(["id", "conversation_id", "run_id", "agent_id", "question", "tool"])
      .select(["resume", "suspended_plan", "mac"])
      .where("id", "=", uuid(given("approvalId")))
      .where("conversation_id", "=", uuid(given("conversationId")))
      .where("status", "=", sql<string>`'pending'`)
      .where("answer_message_id", "in", ({ selectFrom }) =>
        selectFrom("message").select("id").where("superseded_at", "is", null),
      ),
);

const sibling = columnsOf("message", "sibling");

/** The number of the newest version behind the same message. */
export const lastBranch = (conversation: string, parent: string) =>
  sql<number>`(SELECT max(${sibling("branch")}) FROM ${table("message")} AS sibling
    WHERE ${sibling("conversation_id")} = ${sql.ref(conversation)}
      AND ${sibling("parent_id")} IS NOT DISTINCT FROM ${sql.ref(parent)})`.as("last_branch");
