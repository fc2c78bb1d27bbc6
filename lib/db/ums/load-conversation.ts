import "server-only";
/** What the service remembers of a conversation: the last whole exchanges, each from its `user` message on. */
import { runStatement, type Statement } from "../run-statement.ts";

const LOAD: Statement = {
  name: "load-ums-conversation",
  text: `
SELECT coalesce((
  SELECT json_agg(m.message ORDER BY m.ordinal) FROM ums_message m
  WHERE m.conversation_id = c.id AND m.ordinal >= coalesce((
    SELECT u.ordinal FROM ums_message u
    WHERE u.conversation_id = c.id AND u.message->>'role' = 'user'
    ORDER BY u.ordinal DESC OFFSET $2 - 1 LIMIT 1), 0)), '[]'::json) AS messages
FROM ums_conversation c WHERE c.id = $1`,
};

/**
 * @param exchanges how many of the newest exchanges, at least 1
 * @returns messages as stored, oldest first; null where there is no such conversation
 */
export async function loadConversation(id: string, exchanges: number): Promise<unknown[] | null> {
  const [row] = await runStatement<{ messages: unknown[] }>(LOAD, [id, exchanges]);
  return row?.messages ?? null;
}
