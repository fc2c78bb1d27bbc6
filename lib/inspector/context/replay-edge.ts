import "server-only";
/** The state at the start of a block, replayed from the nearest cached state. */
import { BLOCK_DELTAS } from "../../contracts/inspector/context/context-inspection.ts";
import type {
  ContextReader,
  StoredDelta,
  StoredPatch,
  Stretch,
} from "../../db/inspector/context/read-context-deltas.ts";
import { sliceWork } from "./give-way.ts";
import { beginReplay, replayStep, type Tracked } from "./replay-step.ts";
import type { KnownSchema } from "./schema-of.ts";

/** Deltas between two remembered states: they share whatever did not change. */
const SNAPSHOT_DELTAS = BLOCK_DELTAS;
/** Conversations whose states are remembered; who was asked for least lately is forgotten. */
const MAX_CHAINS = 16;

type Chain = Map<number, Tracked>;

const KEY = Symbol.for("halfsilver.context-snapshots");
const shared = globalThis as typeof globalThis & { [KEY]?: Map<string, Chain> };

/** The state that a stretch begins with: the one after `after`. */
export type Edge = Stretch & { conversationId: string; schema: KnownSchema };

type Read = { from: Tracked; lead: readonly StoredPatch[]; block: readonly StoredDelta[] };

/**
 * Reads a block, and before it what the replay needs: from the newest remembered state whose recorded digest is
 * still the store's. Nothing of another conversation or agent is ever remembered here.
 */
export async function readEdge(reader: ContextReader, edge: Edge): Promise<Read> {
  const chain = chainOf(edge);
  for (let known = newestOf(chain, edge.after); known; known = newestOf(chain, edge.after)) {
    const { lead, block } = await reader({ ...edge, from: known.ordinal });
    const [row, ...rest] = lead;
    const isStored = row?.ordinal === known.ordinal && row.afterSha256 === known.recordedSha256;
    if (isStored) return { from: known, lead: rest, block };
    chain.delete(known.ordinal);
  }
  const { lead, block } = await reader({ ...edge, from: 1 });
  return { from: beginReplay(edge.schema), lead, block };
}

/** The state at the edge. Remembers others on the way there. */
export async function replayEdge(
  edge: Edge,
  { from, lead }: Pick<Read, "from" | "lead">,
): Promise<Tracked> {
  const { schema } = edge;
  const chain = chainOf(edge);
  const giveWay = sliceWork();
  let tracked = from;
  for (const step of lead) {
    tracked = replayStep(schema, tracked, step).tracked;
    if (tracked.ordinal % SNAPSHOT_DELTAS === 0) chain.set(tracked.ordinal, tracked);
    await giveWay();
  }
  return tracked;
}

function newestOf(chain: Chain, atMost: number): Tracked | undefined {
  const near = Math.floor(atMost / SNAPSHOT_DELTAS) * SNAPSHOT_DELTAS;
  for (let ordinal = near; ordinal > 0; ordinal -= SNAPSHOT_DELTAS) {
    const known = chain.get(ordinal);
    if (known) return known;
  }
  return undefined;
}

function chainOf({ conversationId, agentId }: Edge): Chain {
  shared[KEY] ??= new Map();
  const chains = shared[KEY];
  const key = `${conversationId} ${agentId}`;
  const chain = chains.get(key) ?? new Map<number, Tracked>();
  chains.delete(key);
  chains.set(key, chain);
  const [oldest] = chains.keys();
  if (chains.size > MAX_CHAINS && oldest !== undefined) chains.delete(oldest);
  return chain;
}
