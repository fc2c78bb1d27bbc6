/**
 * Compares what each agent knew after two runs. Without access, which agents knew something is all that is compared:
 * equality with a run of one's own would confirm a guess.
 */
import "server-only";
import { createHash } from "node:crypto";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import { REGISTRY } from "../../agents/registry.ts";
import type {
  ChangeCounts,
  ComparedState,
  StateSide,
} from "../../contracts/inspector/run-comparison.ts";
import type { StoredStateVersion } from "../../db/inspector/states/read-states.ts";
import type { Exchange } from "../../hidden-state/chat-message.ts";
import { COMPARED_EXCHANGES_MAX, COMPARED_VALUES_MAX } from "../limits.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { compareExchanges } from "../states/compare-exchanges.ts";
import { type Leaf, listLeaves } from "../to-leaves.ts";
import { toDigest, toPayload, toSize } from "../to-payload.ts";

type Known = { side: StateSide; leaves: Leaf[]; exchanges: readonly Exchange[] | null };
type Value = ComparedState["values"][number];

export function compareRunStates(
  left: { runId: string; states: readonly StoredStateVersion[] },
  right: { runId: string; states: readonly StoredStateVersion[] },
  access: Record<"left" | "right", PayloadAccess> & Pick<PayloadAccess, "level">,
  registry: AgentRegistry = REGISTRY,
): ComparedState[] {
  const [ones, others] = [newestByAgent(registry, left), newestByAgent(registry, right)];
  const agents = [...new Set([...ones.keys(), ...others.keys()])].sort();
  return agents.map((agentId) => {
    const [one, other] = [ones.get(agentId) ?? null, others.get(agentId) ?? null];
    const isOpen = access.level === "full";
    const sides = {
      agentId,
      change: nameChange(one, other, isOpen),
      left: one && toSide(one, access.left),
      right: other && toSide(other, access.right),
    };
    if (!isOpen) return { ...sides, ...NOT_COMPARED };
    const { values, counts } = compareLeaves(one?.leaves ?? [], other?.leaves ?? [], access.left);
    return {
      ...sides,
      ...compareHistories(one, other, access.left),
      values: values.slice(0, COMPARED_VALUES_MAX),
      counts,
    };
  });
}

const NONE: ChangeCounts = { same: 0, changed: 0, left: 0, right: 0, hidden: 0 };
const NOT_COMPARED = { exchanges: null, exchangeCounts: NONE, values: [], counts: NONE };

function toSide({ side }: Known, access: PayloadAccess): StateSide {
  return { ...side, bytes: toSize(side.bytes, access), sha256: toDigest(side.sha256, access) };
}

/** The exchanges of both sides, if each side that there is has tool-call history. */
function compareHistories(
  left: Known | null,
  right: Known | null,
  access: PayloadAccess,
): Pick<ComparedState, "exchanges" | "exchangeCounts"> {
  const counts = { ...NONE };
  if (left?.exchanges === null || right?.exchanges === null)
    return { exchanges: null, exchangeCounts: counts };
  const all = compareExchanges(left?.exchanges ?? [], right?.exchanges ?? [], access);
  const same = all.filter(({ inBefore, inAfter }) => inBefore && inAfter);
  const differing = all.filter(({ inBefore, inAfter }) => inBefore !== inAfter);
  counts.same = same.length;
  for (const { inBefore } of differing) counts[inBefore ? "left" : "right"] += 1;
  const shown = new Set([...same, ...differing].slice(-COMPARED_EXCHANGES_MAX));
  return { exchanges: all.filter((one) => shown.has(one)), exchangeCounts: counts };
}

function nameChange(
  one: Known | null,
  other: Known | null,
  isOpen: boolean,
): ComparedState["change"] {
  if (!other) return "left";
  if (!one) return "right";
  if (!isOpen) return "hidden";
  return one.side.sha256 === other.side.sha256 ? "same" : "changed";
}

/** Versions are in order, so the last one of an agent is the newest that the run knew. */
function newestByAgent(
  registry: AgentRegistry,
  given: { runId: string; states: readonly StoredStateVersion[] },
) {
  const newest = new Map<string, Known>();
  for (const stored of given.states)
    newest.set(stored.agentId, toKnown(registry, stored, given.runId));
  return newest;
}

function toKnown(registry: AgentRegistry, stored: StoredStateVersion, runId: string): Known {
  const decoded = registry.decode(stored.agentId, stored.state);
  const value: unknown = decoded.ok ? decoded.state : stored.state;
  const leaves = listLeaves(value);
  const said = leaves.map(leafKey).sort().join("\n");
  const sha256 = createHash("sha256").update(said).digest("hex");
  const { version, bytes } = stored;
  const kept = stored.runId === runId;
  const isHistory = decoded.ok && "gpa_messages" in decoded.state;
  const exchanges = isHistory ? decoded.exchanges : null;
  return { side: { version, kept, bytes, readable: decoded.ok, sha256 }, leaves, exchanges };
}

/** The order of an object's fields is not a difference. */
function leafKey({ path, value }: Leaf): string {
  return JSON.stringify([path, value ?? null]);
}

function compareLeaves(left: readonly Leaf[], right: readonly Leaf[], access: PayloadAccess) {
  const others = new Map(right.map((leaf) => [leaf.path, leaf]));
  const counts = { ...NONE };
  const values: Value[] = [];
  const add = (change: Value["change"], path: string, one: Leaf | null, other: Leaf | null) => {
    counts[change] += 1;
    if (values.length >= COMPARED_VALUES_MAX) return;
    const show = (leaf: Leaf | null) => leaf && toPayload(leaf.value, access);
    values.push({ path, change, left: show(one), right: show(other) });
  };
  for (const leaf of left) {
    const other = others.get(leaf.path);
    others.delete(leaf.path);
    if (!other) add("left", leaf.path, leaf, null);
    else if (leafKey(leaf) === leafKey(other)) counts.same += 1;
    else add("changed", leaf.path, leaf, other);
  }
  for (const leaf of others.values()) add("right", leaf.path, null, leaf);
  return { values, counts };
}
