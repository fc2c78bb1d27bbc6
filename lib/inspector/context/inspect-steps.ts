/** Context state at any delta, replayed from the recorded patches in blocks. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import { REGISTRY } from "../../agents/registry.ts";
import type {
  BlamedLeaf,
  ContextBlock,
  ContextStep,
} from "../../contracts/inspector/run/context-inspection.ts";
import { BLOCK_DELTAS } from "../../contracts/limits.ts";
import {
  type ContextReader,
  readContextDeltas,
  type StoredDelta,
  type StoredPatch,
  type Stretch,
} from "../../db/inspector/states/read-context-deltas.ts";
import { processWide } from "../../env/process-wide.ts";
import { REPLAYS_CACHED_MAX } from "../limits.ts";
import { decideContextReading, type PayloadAccess } from "../payload-access.ts";
import { joinPointer, type Leaf, listLeaves, toPath } from "../to-leaves.ts";
import { toDigest, toPayload, toSize } from "../to-payload.ts";
import { listAuthors } from "./blame-field.ts";
import { beginReplay, checkStep, replayStep, type Tracked, toFound } from "./replay-step.ts";
import { type KnownSchema, schemaOf, sliceWork } from "./schema-of.ts";

/**
 * @param at an ordinal inside the wanted block; 0 is in the first block
 * @param branchOf a run, whose branch is replayed; null: the path that the person sees
 * @throws AppError `forbidden`, `not-found`
 */
export async function inspectSteps(
  actor: Actor,
  conversationId: string,
  agentId: string,
  at: number,
  branchOf: string | null = null,
  registry: AgentRegistry = REGISTRY,
): Promise<ContextBlock> {
  const { accessTo } = await decideContextReading(actor, conversationId, branchOf);
  const schema = schemaOf(registry, agentId);
  const after = Math.floor(Math.max(at - 1, 0) / BLOCK_DELTAS) * BLOCK_DELTAS;
  const stretch = { agentId, branchOf, after, upTo: after + BLOCK_DELTAS };
  const edge = { conversationId, schema, ...stretch };
  const read = await readContextDeltas(actor, conversationId, stretch, (reader) =>
    readEdge(reader, edge),
  );
  return projectBlock(schema, await replayEdge(edge, read), read.block, (ordinal) =>
    accessTo(agentId, ordinal),
  );
}

/** Deltas between two cached states, which share the unchanged parts. */
const SNAPSHOT_DELTAS = BLOCK_DELTAS;

type Chain = Map<number, Tracked>;

const snapshots = processWide<Map<string, Chain>>("context-snapshots", () => new Map());

/** The state before a range of deltas: the one after the delta `after`. */
type Edge = Stretch & { conversationId: string; schema: KnownSchema };

type Read = { from: Tracked; lead: readonly StoredPatch[]; block: readonly StoredDelta[] };

/**
 * Reads a block, and the deltas before it that the replay needs: from the newest cached state whose digest is still the
 * stored one. The cache is keyed by conversation and agent.
 */
async function readEdge(reader: ContextReader, edge: Edge): Promise<Read> {
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
async function replayEdge(
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
  const chains = snapshots();
  const key = `${conversationId} ${agentId}`;
  const chain = chains.get(key) ?? new Map<number, Tracked>();
  chains.delete(key);
  chains.set(key, chain);
  const [oldest] = chains.keys();
  if (chains.size > REPLAYS_CACHED_MAX && oldest !== undefined) chains.delete(oldest);
  return chain;
}

type StoredStep = StoredPatch & { delta: unknown };

/** Of what a delta made. */
type AccessTo = (ordinal: number) => PayloadAccess;

/**
 * The states of consecutive deltas, with each value sent once.
 * @param base the state before the first of the steps
 */
function projectBlock(
  schema: KnownSchema,
  base: Tracked,
  steps: readonly StoredStep[],
  accessTo: AccessTo,
): ContextBlock {
  const { leaves, add } = collectLeaves(schema, accessTo);
  const projected: ContextStep[] = [];
  const baseLeaves = add(base);
  let last = base;
  for (const step of steps) {
    const replayed = replayStep(schema, last, step);
    const replayedAfter = checkStep(schema, replayed, step);
    last = replayed.tracked;
    const access = accessTo(step.ordinal);
    projected.push({
      ordinal: step.ordinal,
      ...projectDelta(schema, step.delta, access),
      changes: replayed.changes.map(({ op, path, before, after }) => ({
        op,
        path: toPath(path, access, schema.countDeclared),
        before: before.map((leaf) => toLeaf(leaf, schema, access)),
        after: after.map((leaf) => toLeaf(leaf, schema, access)),
      })),
      recordedBefore: toDigest(step.beforeSha256, access),
      recordedAfter: toDigest(step.afterSha256, access),
      replayedAfter: toDigest(replayedAfter, access),
      findings: replayed.findings.map((found) => toFound(found, access)),
      state: add(last),
      stateBytes: toSize(Buffer.byteLength(JSON.stringify(last.state)), access),
    });
  }
  return { leaves, base: baseLeaves, steps: projected };
}

/** The names of unknown keys are content, as their values are. */
function projectDelta(
  schema: KnownSchema,
  delta: unknown,
  access: PayloadAccess,
): Pick<ContextStep, "delta" | "unknown"> {
  const unknown = schema.unknownKeys(delta).map((names) => names.reduce(joinPointer, ""));
  const isUnknown = ({ path }: { path: string }) =>
    unknown.some((key) => path === key || path.startsWith(`${key}/`));
  const leaves = listLeaves(delta);
  const show = (leaf: Leaf) => toLeaf(leaf, schema, access);
  return {
    delta: leaves.filter((leaf) => !isUnknown(leaf)).map(show),
    unknown: {
      count: unknown.length,
      leaves: access.level === "full" ? leaves.filter(isUnknown).map(show) : [],
    },
  };
}

function toLeaf({ path, value }: Leaf, schema: KnownSchema, access: PayloadAccess) {
  return { path: toPath(path, access, schema.countDeclared), value: toPayload(value, access) };
}

type KnownLeaf = { value: unknown; by: number; index: number };

function collectLeaves(schema: KnownSchema, accessTo: AccessTo) {
  const leaves: BlamedLeaf[] = [];
  const known = new Map<string, KnownLeaf[]>();
  const indexOf = (leaf: Leaf, by: number, ordinal: number): number => {
    const atPath = known.get(leaf.path) ?? [];
    if (atPath.length === 0) known.set(leaf.path, atPath);
    const same = atPath.findLast((one) => one.by === by && isSame(one.value, leaf.value));
    if (same) return same.index;
    const index =
      leaves.push({ ...toLeaf(leaf, schema, accessTo(by === 0 ? ordinal : by)), by }) - 1;
    atPath.push({ value: leaf.value, by, index });
    return index;
  };
  // What no delta set is as open as the first state that has it.
  const add = ({ state, by, ordinal }: Tracked): number[] => {
    const authors = listAuthors(by, state);
    return listLeaves(state).map((leaf, place) => indexOf(leaf, authors[place] ?? 0, ordinal));
  };
  return { leaves, add };
}

/** A leaf that is an object or a list is empty. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object") return false;
  return JSON.stringify(one) === JSON.stringify(other);
}
