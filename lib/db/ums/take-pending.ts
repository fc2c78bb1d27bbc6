import "server-only";
/** Takes the call that waits for approval out of a conversation: whoever comes second finds nothing. */
import { runStatement, type Statement } from "../run-statement.ts";

const TAKE: Statement = {
  name: "take-ums-pending",
  text: `
UPDATE ums_conversation c SET pending = NULL, updated_at = now()
FROM (SELECT id, pending FROM ums_conversation
  WHERE id = $1 AND pending->>'approvalId' = $2 FOR UPDATE) AS held
WHERE c.id = held.id RETURNING held.pending`,
};

/** @returns the pending call as stored; null where this approval is not open in this conversation */
export async function takePending(conversationId: string, approvalId: string): Promise<unknown> {
  const [row] = await runStatement<{ pending: unknown }>(TAKE, [conversationId, approvalId]);
  return row?.pending ?? null;
}
