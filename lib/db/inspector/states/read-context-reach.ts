/** How far a conversation's context state belongs to what an operator may read: a reason for one run opens no later ones. */
import "server-only";
import { sql } from "kysely";
import { kysely } from "../../client.ts";
import { uuid } from "../../typed-sql.ts";
import { isBefore, isOnBranchOr } from "../branch-of.ts";
import type { SaidScope } from "../opening/reviews.ts";

/** By agent: the last delta that one of the operator's runs made, or had before it. An agent that is missing has none. */
export type ContextReach = ReadonlyMap<string, number>;

/**
 * Call it outside of transactions: it reads on a connection of its own. It tells ordinals only, to who decides what is shown.
 * @param branchOf a run, whose branch is read; null: the path that the person sees
 * @returns null where they read everything
 */
export async function readContextReach(
  said: SaidScope,
  conversationId: string,
  branchOf: string | null,
): Promise<ContextReach | null> {
  if (said === "all") return null;
  const runs = await kysely()
    .selectFrom("run")
    .select("id")
    .where("conversation_id", "=", conversationId)
    .where(({ eb, ref }) => eb(ref("id"), "=", sql<string>`ANY(${[...said]}::uuid[])`))
    .execute();
  if (runs.length === 0) return new Map();
  const rows = await kysely()
    .selectFrom("context_delta")
    .select(({ fn }) => ["agent_id", fn.max("ordinal").as("last")])
    .where("conversation_id", "=", conversationId)
    .where(({ ref }) => isOnBranchOr(ref("context_delta.message_id"), branchOf))
    .where(({ or, eb, ref }) =>
      or(
        runs.flatMap(({ id }) => [
          eb("context_delta.run_id", "=", id),
          isBefore(ref("context_delta.message_id"), sql`${uuid(id)}`),
        ]),
      ),
    )
    .groupBy("agent_id")
    .execute();
  return new Map(rows.map(({ agent_id: agentId, last }) => [agentId, last]));
}
