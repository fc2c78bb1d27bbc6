/** Takes the pending call out of a conversation. It is no longer pending, even if the turn fails. */
import "server-only";
import { sql } from "kysely";
import { digestOf } from "../audit/runs/left-rows.ts";
import { kysely } from "../client.ts";
import { storableJson } from "../storable-json.ts";
import { keyForGood } from "./take-hop.ts";

export type TakenCall = {
  /** As stored. */
  call: unknown;
  /** True if it was taken before, so the call may have run. */
  again: boolean;
  /** True if it was taken before, and waits all the same: somebody put it back. */
  isPutBack: boolean;
  /** The arguments that were asked for, where this decision changes them. */
  before: string | null;
};

/**
 * The taken call is kept under `taken` until the next turn, so that a retry can find it by id. A permanent marker beside
 * it records that it was taken, so that a call that somebody put back is recognised.
 * @param changed arguments in place of those that were asked for; once it was taken, nothing changes it
 * @returns null if this approval is neither pending in this conversation nor the last one taken
 */
export async function takePending(
  conversationId: string,
  approvalId: string,
  changed: string | null = null,
): Promise<TakenCall | null> {
  const change = sql`${storableJson(changed === null ? {} : { arguments: changed })}::jsonb`;
  const taking = keyForGood(`taken:${digestOf(`${conversationId} ${approvalId}`)}`);
  const row = await kysely()
    .with("held", (db) =>
      db
        .selectFrom("ums_conversation")
        .select(({ ref }) => [
          "id",
          sql<boolean>`${ref("pending")}->>'approvalId' IS DISTINCT FROM ${approvalId}`.as("again"),
          sql<unknown>`CASE WHEN ${ref("pending")}->>'approvalId' = ${approvalId}
            THEN (${ref("pending")} - 'taken') || ${change} ELSE ${ref("pending")}->'taken' END`.as(
            "call",
          ),
        ])
        .select(({ ref }) =>
          sql<
            string | null
          >`CASE WHEN ${changed}::text IS NOT NULL AND ${ref("pending")}->>'approvalId' = ${approvalId}
            THEN ${ref("pending")}->>'arguments' END`.as("before"),
        )
        .where("id", "=", conversationId)
        .where(
          ({ ref }) => sql<boolean>`(${ref("pending")}->>'approvalId' = ${approvalId}
            OR ${ref("pending")}->'taken'->>'approvalId' = ${approvalId})`,
        )
        .forUpdate(),
    )
    .with("first", (db) =>
      db
        .insertInto("ums_seen_hop")
        .columns(["key"])
        .expression(({ selectFrom }) =>
          selectFrom("held")
            .select(sql<string>`${taking}::text`.as("key"))
            .where(sql<boolean>`NOT held.again`),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning("key"),
    )
    .updateTable("ums_conversation")
    .from("held")
    .set(({ ref }) => ({
      pending: sql`jsonb_build_object('taken', ${ref("held.call")})`,
      updated_at: sql<Date>`now()`,
    }))
    .whereRef("ums_conversation.id", "=", "held.id")
    .returning(["held.call", "held.again", "held.before"])
    .returning(sql<boolean>`NOT held.again AND NOT EXISTS (SELECT FROM first)`.as("isPutBack"))
    .executeTakeFirst();
  return row ?? null;
}
