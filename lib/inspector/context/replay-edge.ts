import "server-only";
/** The state at the start of a block, replayed from the nearest cached state. */
import { BLOCK_DELTAS } from "../../contracts/limits.ts";
import type {
  ContextReader,
  StoredDelta,
  StoredPatch,
  Stretch,
} from "../../db/inspector/context/read-context-deltas.ts";
import { REPLAYS_CACHED_MAX } from "../limits.ts";
import { beginReplay, replayStep, type Tracked } from "./replay-step.ts";
import type { KnownSchema } from "./schema-of.ts";
import { sliceWork } from "./slice-work.ts";

/** Deltas between two cached states, which share the unchanged parts. */
const SNAPSHOT_DELTAS = BLOCK_DELTAS;

type Chain = Map<number, Tracked>;

const KEY = Symbol.for("halfsilver.context-snapshots");
const shared = globalThis as typeof globalThis & { [KEY]?: Map<string, Chain> };

/** The state before a range of deltas: the one after the delta `after`. */
export type Edge = Stretch & { conversationId: string; schema: KnownSchema };

type Read = { from: Tracked; lead: readonly StoredPatch[]; block: readonly StoredDelta[] };

/**
 * Reads a block, and the deltas before it that the replay needs: from the newest cached state whose digest is still the
 * stored one. The cache is keyed by conversation and agent.
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

/** The state before the block. Caches the states on the way. */
export async function replayEdge(
  edge: Edge,
  { from, lead }: Pick<Read, "from" | "lead">,
): Promise<Tracked> {
  const { schema } = edge;
  const chain = chainOf(edge);
  const pause = sliceWork();
  let tracked = from;
  for (const step of lead) {
    tracked = replayStep(schema, tracked, step).tracked;
    if (tracked.ordinal % SNAPSHOT_DELTAS === 0) chain.set(tracked.ordinal, tracked);
    await pause();
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
  if (chains.size > REPLAYS_CACHED_MAX && oldest !== undefined) chains.delete(oldest);
  return chain;
}
