import "server-only";
/** How large an agent's hidden state was, version by version. */
import { Prisma } from "../../generated/client.ts";
import type { InspectionTransaction } from "../audited-read.ts";
import type { StoredStateVersion } from "./read-states.ts";

/** Of each agent; the newest count. */
export const SIZES_MAX_VERSIONS = 500;

export type StoredStateSize = Omit<StoredStateVersion, "state"> & {
  /** Tool calls that it holds. */
  calls: number;
  /** Versions of this agent in this conversation. */
  total: number;
};

/** Ordered by agent and version. */
export function readStateSizes(
  transaction: InspectionTransaction,
  conversationId: string,
): Promise<StoredStateSize[]> {
  return transaction.$queryRaw<StoredStateSize[]>(Prisma.sql`
WITH numbered AS (
  SELECT id, count(*) OVER (PARTITION BY agent_id) AS total,
    row_number() OVER (PARTITION BY agent_id ORDER BY version DESC) AS age
  FROM hidden_state WHERE conversation_id = ${conversationId}::uuid
)
SELECT h.agent_id AS "agentId", h.version, h.run_id AS "runId", h.bytes, h.set_aside_at AS "setAsideAt",
  h.set_aside_reason AS "setAsideReason", h.created_at AS "createdAt", n.total::int AS total,
  (SELECT count(*)::int FROM jsonb_path_query(
    h.state, '$.gpa_messages.tool_call_history[*].tool_calls[*]', '{}', true)) AS calls
FROM numbered n JOIN hidden_state h ON h.id = n.id
WHERE n.age <= ${SIZES_MAX_VERSIONS}
ORDER BY h.agent_id, h.version`);
}
