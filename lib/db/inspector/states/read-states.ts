import "server-only";
/** The versions of hidden state that a run began with, and those that it stored. */
import { Prisma } from "../../generated/client.ts";
import type { InspectionTransaction } from "../audited-read.ts";

/** `state` is what the column holds: whoever shows it decodes it. */
export type StoredStateVersion = {
  agentId: string;
  version: number;
  runId: string | null;
  state: unknown;
  bytes: number;
  setAsideAt: Date | null;
  setAsideReason: string | null;
  createdAt: Date;
};

/** Ordered by agent and version. A version whose `runId` is the run's is what it stored. */
export function readStates(
  transaction: InspectionTransaction,
  runId: string,
): Promise<StoredStateVersion[]> {
  return transaction.$queryRaw<StoredStateVersion[]>(Prisma.sql`
WITH loaded AS MATERIALIZED (
  SELECT DISTINCT payload->>'agentId' AS agent_id, payload->>'version' AS version
  FROM run_event WHERE run_id = ${runId}::uuid AND type = 'state.loaded'
)
SELECT h.agent_id AS "agentId", h.version, h.run_id AS "runId", h.state, h.bytes,
  h.set_aside_at AS "setAsideAt", h.set_aside_reason AS "setAsideReason", h.created_at AS "createdAt"
FROM run r JOIN hidden_state h ON h.conversation_id = r.conversation_id
WHERE r.id = ${runId}::uuid AND (h.run_id = r.id OR EXISTS (
  SELECT 1 FROM loaded WHERE loaded.agent_id = h.agent_id AND loaded.version = h.version::text))
ORDER BY h.agent_id, h.version`);
}
