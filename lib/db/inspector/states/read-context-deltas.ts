/** Reads the recorded changes of an agent's context state: a range in full, or all patches for a replay. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { CHECK_VERSIONS_MAX } from "../../limits.ts";
import { isOnBranchOr } from "../branch-of.ts";
import { ofBranch, readConversationPart } from "../record-reads.ts";

/** What a replay needs of a delta. */
export type StoredPatch = {
  ordinal: number;
  patch: unknown;
  beforeSha256: string;
  afterSha256: string;
};
export type StoredDelta = StoredPatch & { delta: unknown };

/** Whose deltas: an agent's, on the branch of this run; null: on the path that the person sees. */
type Of = { agentId: string; branchOf: string | null };
/** Range of deltas: after `after`, up to and including `upTo`. */
export type Stretch = Of & { after: number; upTo: number };

/** Reads patches from `from` to `upTo`, and also the proposed deltas of those after `after`. */
export type ContextReader = (
  stretch: Stretch & { from: number },
) => Promise<{ lead: StoredPatch[]; block: StoredDelta[] }>;

/**
 * Reads a block of steps and the earlier deltas that `read` asks for. Audited.
 * @throws AppError `forbidden`, `not-found`
 */
export function readContextDeltas<Result>(
  actor: Actor,
  conversationId: string,
  { agentId, branchOf, after, upTo }: Stretch,
  read: (reader: ContextReader) => Promise<Result>,
): Promise<Result> {
  const range = { agentId, from: after + 1, to: upTo };
  const detail = { part: "context-steps", ...range, ...ofBranch(branchOf) } as const;
  return readConversationPart(actor, conversationId, detail, (transaction) =>
    read(async (stretch) => {
      const { after } = stretch;
      const rows = await selectPatches(transaction, conversationId, stretch)
        .select(({ ref }) =>
          sql<unknown>`CASE WHEN ${ref("ordinal")} > ${after} THEN ${ref("delta")} END`.as("delta"),
        )
        .execute();
      const lead = rows.filter(({ ordinal }) => ordinal <= after);
      return { lead, block: rows.slice(lead.length) };
    }),
  );
}

const ALL = { from: 1, upTo: 2 ** 31 - 1 };

/** All patches of an agent on one branch, in order. */
function readPatches(
  transaction: DatabaseTransaction,
  conversationId: string,
  of: Of,
): Promise<StoredPatch[]> {
  return selectPatches(transaction, conversationId, { ...of, ...ALL }).execute();
}

function selectPatches(
  transaction: DatabaseTransaction,
  conversationId: string,
  { agentId, branchOf, from, upTo }: Of & { from: number; upTo: number },
) {
  return transaction
    .selectFrom("context_delta")
    .select(["ordinal", "patch", "before_sha256 as beforeSha256", "after_sha256 as afterSha256"])
    .where("conversation_id", "=", conversationId)
    .where("agent_id", "=", agentId)
    .where(({ ref }) => isOnBranchOr(ref("context_delta.message_id"), branchOf))
    .where("ordinal", ">=", from)
    .where("ordinal", "<=", upTo)
    .orderBy("ordinal");
}

export type StoredContextVersion = {
  version: number;
  state: unknown;
  quarantined: boolean;
  total: number;
};

type StoredChain = { patches: StoredPatch[]; versions: StoredContextVersion[] };

/**
 * Reads what a check of an agent's context state needs: the patches and the stored states.
 * Versions newest first. @throws AppError `forbidden`, `not-found`
 */
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
