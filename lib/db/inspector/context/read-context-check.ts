/** Reads what a check of an agent's context state needs: the patches and the stored states. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { CHECK_VERSIONS_MAX } from "../../limits.ts";
import { isOnBranchOr } from "../branch-of.ts";
import { ofBranch, readConversationPart } from "../record-conversation-read.ts";
import { readPatches, type StoredPatch } from "./read-context-deltas.ts";

export type StoredContextVersion = {
  version: number;
  state: unknown;
  quarantined: boolean;
  total: number;
};
export type StoredChain = { patches: StoredPatch[]; versions: StoredContextVersion[] };

/** Versions newest first. @throws AppError `forbidden`, `not-found` */
export function readContextChain(
  actor: Actor,
  conversationId: string,
  { agentId, branchOf }: { agentId: string; branchOf: string | null },
): Promise<StoredChain> {
  const detail = { part: "context-check", agentId, ...ofBranch(branchOf) } as const;
  return readConversationPart(actor, conversationId, detail, async (transaction) => {
    const patches = await readPatches(transaction, conversationId, { agentId, branchOf });
    const versions = await transaction
      .selectFrom("hidden_state")
      .select((eb) => [
        ...(["version", "state"] as const),
        eb("quarantined_at", "is not", null).$castTo<boolean>().as("quarantined"),
        sql<number>`(count(*) OVER ())::int`.as("total"),
      ])
      .where("conversation_id", "=", conversationId)
      .where("agent_id", "=", agentId)
      .where(({ ref }) => isOnBranchOr(ref("hidden_state.message_id"), branchOf))
      .orderBy("version", "desc")
      .limit(CHECK_VERSIONS_MAX)
      .execute();
    return { patches, versions };
  });
}
