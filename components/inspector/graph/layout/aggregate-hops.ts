/** Decides which hops are drawn as single nodes and which are counted in a group. Pure. */
import type { Hop } from "../hops/read-hops.ts";

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

/** The hops of a run as trees, with their descendants counted. */
export type Forest = {
  hops: readonly Hop[];
  roots: readonly number[];
  /** The children of each hop, in starting order. */
  children: readonly (readonly number[])[];
  /** The size of each hop's tree, including the hop. */
  sizes: readonly number[];
};

/** @param hops without cycles */
export function growForest(hops: readonly Hop[]): Forest {
  const children: number[][] = hops.map(() => []);
  const roots: number[] = [];
  for (const [index, { parent }] of hops.entries()) (children[parent] ?? roots).push(index);
  return { hops, roots, children, sizes: measureTrees(roots, children) };
}

function measureTrees(roots: readonly number[], children: readonly (readonly number[])[]) {
  const sizes = children.map(() => 1);
  const order = [...roots];
  for (const index of order) for (const child of children[index] ?? []) order.push(child);
  // Children come after their parents, so in reverse order each child's sum is complete.
  for (const index of order.toReversed()) {
    for (const child of children[index] ?? [])
      sizes[index] = (sizes[index] ?? 0) + (sizes[child] ?? 0);
  }
  return sizes;
}

/** The hop, the hop above it, and so on to the root. */
function pathUp(hops: readonly Hop[], index: number): number[] {
  const path: number[] = [];
  for (let at = index; at >= 0 && path.length <= hops.length; at = hops[at]?.parent ?? -1)
    path.push(at);
  return path;
}

/** This many hops of one kind and name form a group. */
const GROUP_FROM = 4;
/** Members of an open group that are drawn as single nodes. */
export const WINDOW = 25;
/** Odd hops that are drawn as single nodes; the others are counted in the group. */
const ODD_MAX = 8;
/** Different names under one parent; further names form one group per kind. */
const WIDE_MAX = 12;

type Item = { key: string; hops: number[] };

type Options = {
  /** Key of the parent node. */
  key: string;
  opened: readonly { key: string; from: number }[];
  kept: ReadonlySet<number>;
  /** True to draw every hop. */
  isSmall: boolean;
};

/** Splits siblings into single hops and groups of one kind and name: each in exactly one item, in starting order. */
function partitionSiblings(
  hops: readonly Hop[],
  siblings: readonly number[],
  options: Options,
): Item[] {
  if (options.isSmall) return siblings.map(single);
  const buckets = new Map<string, number[]>();
  for (const index of siblings) {
    const hop = hops[index];
    const key = `${options.key}/${hop?.kind}:${hop?.name}`;
    const bucket = buckets.get(key);
    if (bucket) bucket.push(index);
    else buckets.set(key, [index]);
  }
  const named = [...buckets].map(([key, members]) => ({ key, hops: members }));
  const odd = { left: ODD_MAX };
  const items = narrow(hops, named, options).flatMap((item) => openGroup(hops, item, options, odd));
  return items.sort((one, other) => (one.hops[0] ?? 0) - (other.hops[0] ?? 0));
}

/** With too many different names, the first ones stay and the others form one group per kind. */
function narrow(hops: readonly Hop[], named: readonly Item[], { key }: Options): Item[] {
  if (named.length <= WIDE_MAX) return [...named];
  const rest = new Map<string, number[]>();
  for (const { hops: members } of named.slice(WIDE_MAX)) {
    for (const index of members) {
      const kind = hops[index]?.kind ?? "tool";
      const others = rest.get(kind);
      if (others) others.push(index);
      else rest.set(kind, [index]);
    }
  }
  const groups = [...rest].map(([kind, members]) => ({
    key: `${key}/${kind}*`,
    hops: members.sort((one, other) => one - other),
  }));
  return [...named.slice(0, WIDE_MAX), ...groups];
}

/** @param odd number of odd hops that may still be drawn as single nodes under this parent */
function openGroup(
  hops: readonly Hop[],
  group: Item,
  { opened, kept }: Options,
  odd: { left: number },
): Item[] {
  const { key, hops: members } = group;
  if (members.length < GROUP_FROM) return members.map(single);
  const from = opened.find((window) => window.key === key)?.from;
  const alone: number[] = [];
  const together: number[] = [];
  for (const [place, index] of members.entries()) {
    const isOpen = from !== undefined && place >= from && place < from + WINDOW;
    const isOdd = (hops[index]?.findings.length ?? 0) > 0 && odd.left > 0;
    if (isOdd) odd.left -= 1;
    if (isOpen || isOdd || kept.has(index)) alone.push(index);
    else together.push(index);
  }
  const rest = together.length > 1 ? [{ key, hops: together }] : together.map(single);
  return [...alone.map(single), ...rest];
}

function single(index: number): Item {
  return { key: `#${index}`, hops: [index] };
}
