import "server-only";
/** Takes the call that waits for approval out of a conversation: it waits no more, whatever becomes of it. */
import { runStatement, type Statement } from "../run-statement.ts";

/** What was taken is kept under `taken` until the next turn: a turn that is tried again asks for it by its id. */
const TAKE: Statement = {
  name: "take-ums-pending",
  text: `
UPDATE ums_conversation c SET pending = jsonb_build_object('taken', held.call), updated_at = now()
FROM (
  SELECT id, pending->>'approvalId' IS DISTINCT FROM $2 AS again,
    CASE WHEN pending->>'approvalId' = $2 THEN pending - 'taken' ELSE pending->'taken' END AS call
  FROM ums_conversation
  WHERE id = $1 AND (pending->>'approvalId' = $2 OR pending->'taken'->>'approvalId' = $2) FOR UPDATE
) AS held
WHERE c.id = held.id RETURNING held.call, held.again`,
};

export type TakenCall = {
  /** As stored. */
  call: unknown;
  /** True for everybody but the first: the call may have run. */
  again: boolean;
};

/** @returns null where this approval is not open in this conversation, and was not the last one that was */
export async function takePending(
  conversationId: string,
  approvalId: string,
): Promise<TakenCall | null> {
  const [row] = await runStatement<TakenCall>(TAKE, [conversationId, approvalId]);
  return row ?? null;
}
