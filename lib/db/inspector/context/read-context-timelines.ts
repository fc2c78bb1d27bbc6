import "server-only";
/** Who changed which path of a conversation's context state, in which turn and hop. No value. */
import type { Actor } from "../../../access/actor.ts";
import { Prisma } from "../../generated/client.ts";
import { readConversationPart } from "../record-conversation-read.ts";

/** Of each agent; the first of them. */
export const TIMELINE_MAX_DELTAS = 20_000;

export type StoredTimelineRow = {
  agentId: string;
  ordinal: number;
  runId: string | null;
  hopRef: string | null;
  nodeId: string | null;
  origin: string;
  createdAt: Date;
  paths: unknown;
  total: number;
};
export type StoredTurn = { runId: string; turn: number; startedAt: Date; question: string };
export type StoredTimelines = { rows: StoredTimelineRow[]; turns: StoredTurn[] };

/** @throws AppError `forbidden`, `not-found` */
export function readContextTimelines(
  actor: Actor,
  conversationId: string,
): Promise<StoredTimelines> {
  return readConversationPart(actor, conversationId, { part: "context" }, async (transaction) => {
    const rows = await transaction.$queryRaw<StoredTimelineRow[]>(Prisma.sql`
SELECT d.agent_id AS "agentId", d.ordinal, d.run_id AS "runId", d.hop_ref AS "hopRef", n.node_id AS "nodeId",
  d.origin, d.created_at AS "createdAt", jsonb_path_query_array(d.patch, '$[*].path', '{}', true) AS paths, d.total
FROM (
  SELECT *, (count(*) OVER of_agent)::int AS total,
    row_number() OVER (of_agent ORDER BY ordinal) AS place
  FROM context_delta WHERE conversation_id = ${conversationId}::uuid
  WINDOW of_agent AS (PARTITION BY agent_id)
) d LEFT JOIN node_history n ON n.run_id = d.run_id AND n.hop_ref = d.hop_ref
WHERE d.place <= ${TIMELINE_MAX_DELTAS}
ORDER BY d.agent_id, d.ordinal`);
    const turns = await transaction.$queryRaw<StoredTurn[]>(Prisma.sql`
SELECT r.id AS "runId", (row_number() OVER (ORDER BY r.started_at, r.id))::int AS turn, r.started_at AS "startedAt",
  left(m.content, 160) AS question
FROM run r JOIN message m ON m.id = r.user_message_id
WHERE r.conversation_id = ${conversationId}::uuid ORDER BY turn`);
    return { rows, turns };
  });
}
