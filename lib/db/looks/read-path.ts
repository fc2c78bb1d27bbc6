/**
 * Proves rows against the newest checkpoint: the way from a leaf to the root that was signed last. Each checkpoint keeps the
 * roots of its full subtrees, so that of a long trail few leaves are read.
 */
import "server-only";
import { sql } from "kysely";
import { hashNode, openRange, placesOf, rootOf, siblingsOf, splitOf } from "../../audit/merkle.ts";
import { splitHashes } from "../audit/seal/open-tree.ts";
import { kysely } from "../client.ts";
import { PROOF_CHUNK_LEAVES } from "../limits.ts";

export type SignedTree = {
  /** The checkpoint. */
  note: string;
  size: number;
  /** The roots of its full subtrees, the largest first. */
  subtrees: Uint8Array[];
};

/** As the newest checkpoint has it. @returns null where nothing is signed yet */
export async function readNewestTree(): Promise<SignedTree | null> {
  const newest = await kysely()
    .selectFrom("audit_checkpoint")
    .select(["size", "note", "subtrees"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!newest || newest.size === "0") return null;
  const { size, note, subtrees } = newest;
  return { note, size: Number(size), subtrees: splitHashes(subtrees) };
}

/**
 * What was changed in the database leads to another root, which whoever checks the proof finds.
 * @returns proves one leaf after the other, and reads for all of them what they share once
 */
export function openPaths(tree: SignedTree): (place: number) => Promise<Uint8Array[]> {
  const { size } = tree;
  const signed = placesOf(tree);
  const read = remember(readLeaves);
  const readFull = remember(readRoot);
  const rootBetween = async (from: number, to: number): Promise<Uint8Array> => {
    const known = signed.get(from);
    if (known && from + known.leaves === to) return known.hash;
    if (to - from <= PROOF_CHUNK_LEAVES) {
      const start = from - (from % PROOF_CHUNK_LEAVES);
      const leaves = await read(start, Math.min(start + PROOF_CHUNK_LEAVES, size));
      return rootOf(leaves.slice(from - start, to - start));
    }
    if (Number.isInteger(Math.log2(to - from))) return readFull(from, to);
    const split = from + splitOf(to - from);
    return hashNode(await rootBetween(from, split), await rootBetween(split, to));
  };
  return async (place) => {
    const path: Uint8Array[] = [];
    for (const { from, to } of siblingsOf(place, size)) path.push(await rootBetween(from, to));
    return path;
  };
}

type ReadRange<Value> = (from: number, to: number) => Promise<Value>;

function remember<Value>(read: ReadRange<Value>): ReadRange<Value> {
  const known = new Map<string, Promise<Value>>();
  return (from, to) => {
    const key = `${from} ${to}`;
    const value = known.get(key) ?? read(from, to);
    known.set(key, value);
    return value;
  };
}

/** Root of a full subtree, made from the last checkpoint inside it and the leaves after that one. */
async function readRoot(from: number, to: number): Promise<Uint8Array> {
  const inside = await kysely()
    .selectFrom("audit_checkpoint")
    .select(["size", "subtrees"])
    .where("size", ">", place(from))
    .where("size", "<", place(to))
    .orderBy("size", "desc")
    .limit(1)
    .executeTakeFirst();
  const range = inside
    ? openRange({
        size: Number(inside.size) - from,
        subtrees: subtreesFrom(from, Number(inside.size), splitHashes(inside.subtrees)),
      })
    : openRange();
  for (const leaf of await readLeaves(from + range.size, to)) range.append(leaf);
  return range.root();
}

/** A full subtree begins at `from`, so those of the tree that lie behind are the subtrees of what it has so far. */
function subtreesFrom(from: number, size: number, subtrees: readonly Uint8Array[]): Uint8Array[] {
  const behind = [...placesOf({ size, subtrees })].filter(([start]) => start >= from);
  return behind.map(([, { hash }]) => hash);
}

/** A leaf that is missing is an empty hash, which no proof has. */
async function readLeaves(from: number, to: number): Promise<Uint8Array[]> {
  const rows = await kysely()
    .selectFrom("audit_leaf")
    .select(["place", "hash"])
    .where("place", ">=", place(from))
    .where("place", "<", place(to))
    .execute();
  const hashes = new Map(rows.map((row) => [Number(row.place), row.hash]));
  return Array.from({ length: to - from }, (_, at) => hashes.get(from + at) ?? new Uint8Array());
}

const place = (value: number) => sql<string>`${value}::bigint`;
