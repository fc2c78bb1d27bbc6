/** The tree of hops, from `parentRef` alone. What does not fit into a tree is shown and named. Pure. */
import type { InspectedEvent } from "@/lib/contracts/inspected-event.ts";
import type { HopKind, Outcome } from "../events/event-types.ts";

export type Hop = {
  hopRef: string;
  parentRef: string | null;
  kind: HopKind;
  nodeId: string;
  /** `seq` of its start: unique even where a ref is used twice. */
  seq: number;
  startedMs: number;
  /** Null while it goes on, and for a hop that never ended. */
  durationMs: number | null;
  outcome: Outcome | null;
  depth: number;
  findings: string[];
};

/** Hops in the order of the tree, parents before children, siblings as they started. */
export function foldHops(events: readonly InspectedEvent[], originMs: number): Hop[] {
  const hops = readHops(events, originMs);
  const byRef = new Map<string, Hop>();
  for (const hop of hops) {
    if (byRef.has(hop.hopRef)) hop.findings.push("duplicate id");
    else byRef.set(hop.hopRef, hop);
  }
  const children = new Map<string | null, Hop[]>();
  for (const hop of hops) {
    const isOrphan = hop.parentRef !== null && !byRef.has(hop.parentRef);
    if (isOrphan) hop.findings.push(`orphan: parent ${hop.parentRef} is not in this run`);
    const parent = isOrphan ? null : hop.parentRef;
    children.set(parent, [...(children.get(parent) ?? []), hop]);
  }
  const placed = new Set<Hop>();
  const ordered: Hop[] = [];
  const place = (roots: readonly Hop[]) => {
    const stack = roots.map((hop) => ({ hop, depth: 0 })).reverse();
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { hop, depth } = next;
      if (placed.has(hop)) continue;
      placed.add(hop);
      ordered.push({ ...hop, depth });
      // Children belong to the first hop of that name.
      if (byRef.get(hop.hopRef) !== hop) continue;
      const under = children.get(hop.hopRef) ?? [];
      for (const child of under.toReversed()) stack.push({ hop: child, depth: depth + 1 });
    }
  };
  place(children.get(null) ?? []);
  for (const hop of hops) {
    if (placed.has(hop)) continue;
    hop.findings.push("cycle: it is its own ancestor");
    place([hop]);
  }
  return ordered;
}

function readHops(events: readonly InspectedEvent[], originMs: number): Hop[] {
  const hops: Hop[] = [];
  const open = new Map<string, Hop>();
  for (const { seq, at, body } of events) {
    if (body.type === "hop.started") {
      const { hopRef, parentRef, kind, nodeId } = body;
      const startedMs = Math.max(0, Date.parse(at) - originMs);
      const ended = { durationMs: null, outcome: null, depth: 0, findings: [] };
      const hop: Hop = { hopRef, parentRef, kind, nodeId, seq, startedMs, ...ended };
      hops.push(hop);
      open.set(hopRef, hop);
    } else if (body.type === "hop.ended") {
      const hop = open.get(body.hopRef);
      if (!hop) continue;
      hop.durationMs = body.durationMs;
      hop.outcome = body.outcome;
    }
  }
  return hops;
}

/** How deep each hop lies, by its ref. */
export function depthsOf(hops: readonly Hop[]): ReadonlyMap<string, number> {
  return new Map(hops.map((hop) => [hop.hopRef, hop.depth]));
}
