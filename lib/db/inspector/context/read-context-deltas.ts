import "server-only";
/** The recorded changes of an agent's context state: whole rows of a stretch, or what a replay of all needs. */
import type { Actor } from "../../../access/actor.ts";
import { Prisma } from "../../generated/client.ts";
import type { InspectionTransaction } from "../audited-read.ts";
import { readConversationPart } from "../record-conversation-read.ts";

export type StoredPatch = {
  ordinal: number;
  patch: unknown;
  beforeSha256: string;
  afterSha256: string;
};
export type StoredDelta = StoredPatch & { delta: unknown };

/** Which deltas: after `after`, up to and with `upTo`. */
export type Stretch = { agentId: string; after: number; upTo: number };

/** Reads patches from `from` on, and with what was proposed those after `after`; up to and with `upTo`. */
export type ContextReader = (
  stretch: Stretch & { from: number },
) => Promise<{ lead: StoredPatch[]; block: StoredDelta[] }>;

/**
 * Reads a block of steps; `read` asks for as much before it as it needs. Audited.
 * @throws AppError `forbidden`, `not-found`
 */
export function readContextDeltas<Result>(
  actor: Actor,
  conversationId: string,
  { agentId, after, upTo }: Stretch,
  read: (reader: ContextReader) => Promise<Result>,
): Promise<Result> {
  const detail = { part: "context-steps", agentId, from: after + 1, to: upTo } as const;
  return readConversationPart(actor, conversationId, detail, (transaction) =>
    read(async (stretch) => {
      const delta = Prisma.sql`, CASE WHEN ordinal > ${stretch.after} THEN delta END AS delta`;
      const rows = await select<StoredDelta>(transaction, conversationId, stretch, delta);
      const lead = rows.filter(({ ordinal }) => ordinal <= stretch.after);
      return { lead, block: rows.slice(lead.length) };
    }),
  );
}

/** All patches of an agent, in order. */
export function readPatches(
  transaction: InspectionTransaction,
  conversationId: string,
  agentId: string,
): Promise<StoredPatch[]> {
  return select(transaction, conversationId, { agentId, from: 1, upTo: 2 ** 31 - 1 }, Prisma.empty);
}

function select<Row extends StoredPatch>(
  transaction: InspectionTransaction,
  conversationId: string,
  { agentId, from, upTo }: { agentId: string; from: number; upTo: number },
  more: Prisma.Sql,
): Promise<Row[]> {
  return transaction.$queryRaw<Row[]>(Prisma.sql`
SELECT ordinal, patch, before_sha256 AS "beforeSha256", after_sha256 AS "afterSha256" ${more}
FROM context_delta WHERE conversation_id = ${conversationId}::uuid AND agent_id = ${agentId}
  AND ordinal >= ${from} AND ordinal <= ${upTo}
ORDER BY ordinal`);
}
