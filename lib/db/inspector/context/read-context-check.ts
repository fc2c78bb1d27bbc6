import "server-only";
/** Everything that a check of an agent's context state needs: the patches, and the stored states beside them. */
import type { Actor } from "../../../access/actor.ts";
import { Prisma } from "../../generated/client.ts";
import { readConversationPart } from "../record-conversation-read.ts";
import { readPatches, type StoredPatch } from "./read-context-deltas.ts";

/** The newest count. */
export const CHECK_MAX_VERSIONS = 200;

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
  agentId: string,
): Promise<StoredChain> {
  const detail = { part: "context-check", agentId } as const;
  return readConversationPart(actor, conversationId, detail, async (transaction) => {
    const patches = await readPatches(transaction, conversationId, agentId);
    const versions = await transaction.$queryRaw<StoredContextVersion[]>(Prisma.sql`
SELECT version, state, set_aside_at IS NOT NULL AS "quarantined", (count(*) OVER ())::int AS total
FROM hidden_state WHERE conversation_id = ${conversationId}::uuid AND agent_id = ${agentId}
ORDER BY version DESC LIMIT ${CHECK_MAX_VERSIONS}`);
    return { patches, versions };
  });
}
