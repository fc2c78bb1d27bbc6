import "server-only";
/** The state at the edge of a block: replayed from the nearest state that this process remembers. */
import { BLOCK_DELTAS } from "../../contracts/context-inspection.ts";
import type { ContextReader } from "../../db/inspector/read-context-deltas.ts";
import { sliceWork } from "./give-way.ts";
import { beginReplay, replayStep, type Tracked } from "./replay-step.ts";
import { schemaOf } from "./schema-of.ts";

/** Deltas between two remembered states: they share whatever did not change. */
const SNAPSHOT_DELTAS = BLOCK_DELTAS;
/** Conversations whose states are remembered; who was asked for least lately is forgotten. */
const MAX_CHAINS = 16;

type Chain = Map<number, Tracked>;

const KEY = Symbol.for("halfsilver.context-snapshots");
const shared = globalThis as typeof globalThis & { [KEY]?: Map<string, Chain> };

export type Edge = { conversationId: string; agentId: string; ordinal: number };

/** Reads what the replay needs; nothing of another conversation or agent is ever remembered here. */
export async function readEdge(reader: ContextReader, edge: Edge) {
  const { agentId, ordinal } = edge;
  const from = await findSnapshot(reader, edge);
  const steps = await reader.patches({ agentId, after: from.ordinal, upTo: ordinal });
  return { from, steps };
}

/** The state at the edge. Remembers others on the way there. */
export async function replayEdge(
  edge: Edge,
  read: Awaited<ReturnType<typeof readEdge>>,
): Promise<Tracked> {
  const schema = schemaOf(edge.agentId);
  const chain = chainOf(edge);
  const giveWay = sliceWork();
  let tracked = read.from;
  for (const step of read.steps) {
    tracked = replayStep(schema, tracked, step).tracked;
    if (tracked.ordinal % SNAPSHOT_DELTAS === 0) chain.set(tracked.ordinal, tracked);
    await giveWay();
  }
  return tracked;
}

/** The newest remembered state whose recorded digest is still the store's. */
async function findSnapshot(reader: ContextReader, edge: Edge): Promise<Tracked> {
  const chain = chainOf(edge);
  const { agentId } = edge;
  const near = Math.floor(edge.ordinal / SNAPSHOT_DELTAS) * SNAPSHOT_DELTAS;
  for (let ordinal = near; ordinal > 0; ordinal -= SNAPSHOT_DELTAS) {
    const known = chain.get(ordinal);
    if (!known) continue;
    const [row] = await reader.patches({ agentId, after: ordinal - 1, upTo: ordinal });
    if (row?.afterSha256 === known.recordedSha256) return known;
    chain.delete(ordinal);
  }
  return beginReplay(schemaOf(agentId));
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
