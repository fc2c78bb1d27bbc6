/** Takes the pending call out of a conversation. It is no longer pending, even if the turn fails. */
import "server-only";
import { sql } from "kysely";
import { kysely } from "../client.ts";

export type TakenCall = {
  /** As stored. */
  call: unknown;
  /** True if it was taken before, so the call may have run. */
  again: boolean;
};

/**
 * The taken call is kept under `taken` until the next turn, so that a retry can find it by id.
 * @returns null if this approval is neither pending in this conversation nor the last one taken
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
