import "server-only";
/** The recorded changes of an agent's context state: whole rows of a stretch, or what a replay of all needs. */
import type { Actor } from "../../access/actor.ts";
import { Prisma } from "../generated/client.ts";
import type { InspectionTransaction } from "./audited-read.ts";
import { readConversationPart } from "./record-conversation-read.ts";

export type StoredPatch = {
  ordinal: number;
  patch: unknown;
  beforeSha256: string;
  afterSha256: string;
};
export type StoredDelta = StoredPatch & { delta: unknown };

/** Which deltas: after `after`, up to and with `upTo`. */
export type Stretch = { agentId: string; after: number; upTo: number };

export type ContextReader = {
  /** Without what the model proposed. */
  patches(stretch: Stretch): Promise<StoredPatch[]>;
  deltas(stretch: Stretch): Promise<StoredDelta[]>;
};

/**
 * Reads a block of steps; `read` asks for as much before it as it needs. Audited.
 * @throws AppError `forbidden`, `not-found`
 */
export function readContextDeltas<Result>(
  actor: Actor,
  conversationId: string,
  stretch: Stretch,
  read: (reader: ContextReader) => Promise<Result>,
): Promise<Result> {
  const { agentId, after, upTo } = stretch;
  const detail = { part: "context-steps", agentId, from: after + 1, to: upTo } as const;
  return readConversationPart(actor, conversationId, detail, (transaction) =>
    read(contextReader(transaction, conversationId)),
  );
}

export function contextReader(
  transaction: InspectionTransaction,
  conversationId: string,
): ContextReader {
  const select = <Row>(columns: Prisma.Sql, { agentId, after, upTo }: Stretch) =>
    transaction.$queryRaw<Row[]>(Prisma.sql`
SELECT ordinal, patch, before_sha256 AS "beforeSha256", after_sha256 AS "afterSha256" ${columns}
FROM context_delta WHERE conversation_id = ${conversationId}::uuid AND agent_id = ${agentId}
  AND ordinal > ${after} AND ordinal <= ${upTo}
ORDER BY ordinal`);
  return {
    patches: (stretch) => select<StoredPatch>(Prisma.empty, stretch),
    deltas: (stretch) => select<StoredDelta>(Prisma.sql`, delta`, stretch),
  };
}
