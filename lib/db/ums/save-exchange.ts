import "server-only";
/** Adds an exchange to a conversation, with the call that waits for approval, if one does. One statement. */
import { runStatement, type Statement } from "../run-statement.ts";
import { storableJson } from "../storable-json.ts";

const SAVE: Statement = {
  name: "save-ums-exchange",
  text: `
WITH kept AS (
  UPDATE ums_conversation SET pending = $3::jsonb, updated_at = now() WHERE id = $1 RETURNING id
), last AS (
  SELECT coalesce(max(ordinal), 0) AS ordinal FROM ums_message WHERE conversation_id = $1
), replaced AS (
  DELETE FROM ums_message WHERE $4::boolean AND conversation_id = $1 AND ordinal >= (
    SELECT max(u.ordinal) FROM ums_message u WHERE u.conversation_id = $1 AND u.message->>'role' = 'user')
)
INSERT INTO ums_message (conversation_id, ordinal, message)
SELECT kept.id, last.ordinal + m.place, m.message
FROM kept, last, jsonb_array_elements($2::jsonb) WITH ORDINALITY AS m(message, place)
RETURNING ordinal`,
};

/**
 * @param messages Chat Completions messages, sanitised; at least one
 * @param pending what waits for approval now, and what was decided in this exchange; whatever waited before is closed
 * @param replacesLast true where this is the last exchange once more
 * @returns false where the conversation is gone
 */
export async function saveExchange(
  conversationId: string,
  messages: readonly unknown[],
  pending: object | null,
  replacesLast = false,
): Promise<boolean> {
  const waiting = pending && storableJson(pending);
  const rows = await runStatement(SAVE, [
    conversationId,
    storableJson(messages),
    waiting,
    replacesLast,
  ]);
  return rows.length > 0;
}
