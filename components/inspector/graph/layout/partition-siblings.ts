/** Splits siblings into single hops and groups of one kind and name. Pure. */
import type { Hop } from "../hops/read-hops.ts";

/** This many hops of one kind and name form a group. */
const GROUP_FROM = 4;
/** Members of an open group that are drawn as single nodes. */
export const WINDOW = 25;
/** Odd hops that are drawn as single nodes; the others are counted in the group. */
const ODD_MAX = 8;
/** Different names under one parent; further names form one group per kind. */
const WIDE_MAX = 12;

export type Item = { key: string; hops: number[] };

type Options = {
  /** Key of the parent node. */
  key: string;
  opened: readonly { key: string; from: number }[];
  kept: ReadonlySet<number>;
  /** True to draw every hop. */
  isSmall: boolean;
};

/** Every sibling is in exactly one item. In starting order. */
export function partitionSiblings(
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
