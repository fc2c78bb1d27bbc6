/** Decides which hops are drawn as single nodes and which are counted in a group. Pure. */
import { type Forest, pathUp } from "./hop-forest.ts";
import { partitionSiblings } from "./partition-siblings.ts";

/** Nodes of the picture; each is about a dozen DOM elements. */
export const NODES_MAX = 120;
/** Levels below the roots. */
const LEVELS_MAX = 24;
/** A run of at most this size is drawn hop by hop. */
const SMALL_RUN_HOPS = 60;

/** The operator's choices. */
export type GraphView = {
  /** The hop whose tree is drawn alone; null: all trees. */
  focus: number | null;
  /** The open part of each group: the group's key, and the first member drawn as a single node. */
  opened: readonly { key: string; from: number }[];
  /** Keys of nodes whose subtrees are folded. */
  folded: readonly string[];
  /** The hop that must be visible if it can be. */
  kept: number | null;
};

export const WHOLE_VIEW: GraphView = { focus: null, opened: [], folded: [], kept: null };

export type AggregateNode = {
  /** Stable: the same hops have the same key in the next layout. */
  key: string;
  /** Index among the nodes, −1 for a root. */
  parent: number;
  /** The node's hops: one, or a group of one kind under one parent. */
  hops: number[];
  /** Number of hops below it that are not drawn. */
  below: number;
  /** True if there are hops below it, drawn or not. */
  hasBelow: boolean;
};

type Waiting = { key: string; parent: number; hops: number[]; level: number };

/** Parents come before their children. Each visible hop is in one node's `hops` or counted in one `below`. */
export function aggregateHops(forest: Forest, view: GraphView): AggregateNode[] {
  const { hops, children, sizes } = forest;
  const kept = new Set(view.kept === null ? [] : pathUp(hops, view.kept));
  const isSmall = hops.length <= SMALL_RUN_HOPS;
  const partition = (siblings: readonly number[], key: string) =>
    partitionSiblings(hops, siblings, { key, opened: view.opened, kept, isSmall });
  const first = view.focus === null ? forest.roots : [view.focus];
  const waiting: Waiting[] = partition(first, "").map((item) => ({
    ...item,
    parent: -1,
    level: 0,
  }));
  const nodes: AggregateNode[] = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { key, parent, level } = next;
    const under = next.hops.flatMap((hop) => children[hop] ?? []);
    const node: AggregateNode = {
      key,
      parent,
      hops: next.hops,
      below: 0,
      hasBelow: under.length > 0,
    };
    nodes.push(node);
    const items = partition(under, key);
    const hasRoom = nodes.length + waiting.length + items.length <= NODES_MAX;
    if (hasRoom && level < LEVELS_MAX && !view.folded.includes(key)) {
      const at = nodes.length - 1;
      for (const item of items) waiting.push({ ...item, parent: at, level: level + 1 });
      // The path to the hop that must be visible comes first, while there is room.
      waiting.sort((one, other) => weigh(one, kept) - weigh(other, kept));
    } else {
      node.below = under.reduce((sum, hop) => sum + (sizes[hop] ?? 0), 0);
    }
  }
  return nodes;
}

function weigh({ hops }: Waiting, kept: ReadonlySet<number>): number {
  return hops.length === 1 && kept.has(hops[0] ?? -1) ? 0 : 1;
}
