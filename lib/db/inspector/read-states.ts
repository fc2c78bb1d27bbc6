import "server-only";
/** The versions of hidden state that a run began with, and those that it stored. */
import { Prisma } from "../generated/client.ts";
import type { InspectionTransaction } from "./audited-read.ts";

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
SELECT h.agent_id AS "agentId", h.version, h.run_id AS "runId", h.state, h.bytes,
  h.set_aside_at AS "setAsideAt", h.set_aside_reason AS "setAsideReason", h.created_at AS "createdAt"
FROM run r JOIN hidden_state h ON h.conversation_id = r.conversation_id
WHERE r.id = ${runId}::uuid AND (h.run_id = r.id OR EXISTS (
  SELECT 1 FROM run_event e WHERE e.run_id = r.id AND e.type = 'state.loaded'
    AND e.payload->>'agentId' = h.agent_id AND e.payload->>'version' = h.version::text))
ORDER BY h.agent_id, h.version`);
}
