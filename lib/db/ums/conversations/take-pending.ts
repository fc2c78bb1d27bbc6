import "server-only";
/** Takes the call that waits for approval out of a conversation: it waits no more, whatever becomes of it. */
import { sql } from "kysely";
import { kysely } from "../../client.ts";

export type TakenCall = {
  /** As stored. */
  call: unknown;
  /** True for everybody but the first: the call may have run. */
  again: boolean;
};

/**
 * What was taken is kept under `taken` until the next turn: a turn that is tried again asks for it by its id.
 * @returns null where this approval is not open in this conversation, and was not the last one that was
 */
export async function takePending(
  conversationId: string,
  approvalId: string,
): Promise<TakenCall | null> {
  const row = await kysely()
    .with("held", (db) =>
      db
        .selectFrom("ums_conversation")
        .select(({ ref }) => [
          "id",
          sql<boolean>`${ref("pending")}->>'approvalId' IS DISTINCT FROM ${approvalId}`.as("again"),
          sql<unknown>`CASE WHEN ${ref("pending")}->>'approvalId' = ${approvalId}
            THEN ${ref("pending")} - 'taken' ELSE ${ref("pending")}->'taken' END`.as("call"),
        ])
        .where("id", "=", conversationId)
        .where(
          ({ ref }) => sql<boolean>`(${ref("pending")}->>'approvalId' = ${approvalId}
            OR ${ref("pending")}->'taken'->>'approvalId' = ${approvalId})`,
        )
        .forUpdate(),
    )
    .updateTable("ums_conversation")
    .from("held")
    .set(({ ref }) => ({
      pending: sql`jsonb_build_object('taken', ${ref("held.call")})`,
      updated_at: sql<Date>`now()`,
    }))
    .whereRef("ums_conversation.id", "=", "held.id")
    .returning(["held.call", "held.again"])
    .executeTakeFirst();
  return row ?? null;
}
