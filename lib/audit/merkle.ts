/**
 * The Merkle tree of RFC 6962 and RFC 9162: hashes, roots, and proofs of inclusion and consistency. Pure; needs no server
 * and no database. Hashes have 32 bytes.
 */
import { sha256 } from "#crypto";
import { isSame } from "./bytes.ts";
import { HASH_BYTES } from "./limits.ts";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** SHA-256(0x00 ‖ data) */
export function hashLeaf(data: Uint8Array): Uint8Array {
  return sha256(LEAF, data);
}

/** SHA-256(0x01 ‖ left ‖ right) */
export function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(NODE, left, right);
}

/** The root of the tree over these leaf hashes; of no leaf it is SHA-256 of nothing. */
export function rootOf(leafHashes: readonly Uint8Array[]): Uint8Array {
  const range = openRange();
  for (const leafHash of leafHashes) range.append(leafHash);
  return range.root();
}

/** A tree that grows by appending: it keeps the roots of its full subtrees, the largest first. */
export type CompactRange = {
  readonly size: number;
  /** The roots of the full subtrees, the largest first: all that a tree needs to grow. */
  readonly subtrees: readonly Uint8Array[];
  append(leafHash: Uint8Array): void;
  /** Appends a full subtree that is known by its root alone. @throws RangeError where none can stand there */
  appendSubtree(leaves: number, hash: Uint8Array): void;
  root(): Uint8Array;
};

/** @param from a tree as it was kept; its subtrees must be those of its size */
export function openRange(from?: Pick<CompactRange, "size" | "subtrees">): CompactRange {
  const subtrees = [...(from?.subtrees ?? [])];
  let size = from?.size ?? 0;
  const appendSubtree = (leaves: number, subtree: Uint8Array) => {
    if (!isIndex(leaves) || !isPowerOfTwo(leaves) || size % leaves !== 0)
      throw new RangeError(`no subtree of ${leaves} leaves can stand at ${size}`);
    let hash = subtree;
    // Each trailing 1 of the size is a full subtree that the new one completes into a larger one.
    for (let rest = size / leaves; rest % 2 === 1; rest = (rest - 1) / 2) {
      hash = hashNode(subtrees.pop() ?? hash, hash);
    }
    subtrees.push(hash);
    size += leaves;
  };
  return {
    get size() {
      return size;
    },
    subtrees,
    append: (leafHash) => appendSubtree(1, leafHash),
    appendSubtree,
    root: () =>
      subtrees.length === 0
        ? sha256()
        : subtrees.reduceRight((right, left) => hashNode(left, right)),
  };
}

/** The hashes beside the way from a leaf to the root. @throws RangeError where there is no such leaf */
export function proveInclusion(leafHashes: readonly Uint8Array[], index: number): Uint8Array[] {
  return proveAppended(openRange(), leafHashes, index);
}

/**
 * The same proof without the leaves of the earlier tree: for a leaf behind it, its full subtrees are enough.
 * @param earlier the tree before `leafHashes` were appended
 * @param index among `leafHashes`
 */
export function proveAppended(
  earlier: Pick<CompactRange, "size" | "subtrees">,
  leafHashes: readonly Uint8Array[],
  index: number,
): Uint8Array[] {
  checkIndex(index, leafHashes.length - 1, "leaf");
  const first = placesOf(earlier);
  const size = earlier.size + leafHashes.length;
  const rootBetween = (from: number, to: number): Uint8Array => {
    if (from >= earlier.size)
      return rootOf(leafHashes.slice(from - earlier.size, to - earlier.size));
    const known = first.get(from);
    if (known && from + known.leaves === to) return known.hash;
    const split = from + splitOf(to - from);
    return hashNode(rootBetween(from, split), rootBetween(split, to));
  };
  return siblingsOf(earlier.size + index, size).map(({ from, to }) => rootBetween(from, to));
}

/** The leaves from `from` on, before `to`. */
export type LeafRange = { from: number; to: number };

/** The subtrees beside the way from a leaf to the root, the smallest first: their roots are the proof of inclusion. */
export function siblingsOf(index: number, size: number): LeafRange[] {
  checkIndex(index, size - 1, "leaf");
  const siblings: LeafRange[] = [];
  for (let [from, to] = [0, size]; to - from > 1; ) {
    const split = from + splitOf(to - from);
    const isLeft = index < split;
    siblings.unshift(isLeft ? { from: split, to } : { from, to: split });
    if (isLeft) to = split;
    else from = split;
  }
  return siblings;
}

/** Where each full subtree begins, and how many leaves it has. */
export function placesOf({ size, subtrees }: Pick<CompactRange, "size" | "subtrees">) {
  const places = new Map<number, { leaves: number; hash: Uint8Array }>();
  let from = 0;
  for (const hash of subtrees) {
    const leaves = 2 ** Math.floor(Math.log2(size - from));
    places.set(from, { leaves, hash });
    from += leaves;
  }
  return places;
}

export type InclusionProof = {
  leafIndex: number;
  treeSize: number;
  root: Uint8Array;
  leafHash: Uint8Array;
  proof: readonly Uint8Array[];
};

/** RFC 9162, section 2.1.3.2. A proof of another length than the tree has is refused. */
export function verifyInclusion(given: InclusionProof): boolean {
  const { leafIndex, treeSize, root, leafHash, proof } = given;
  if (!isIndex(leafIndex) || !isIndex(treeSize) || leafIndex >= treeSize) return false;
  if (![root, leafHash, ...proof].every(isHash)) return false;
  let [at, last] = [leafIndex, treeSize - 1];
  let hash = leafHash;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = hashNode(sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else hash = hashNode(hash, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(hash, root);
}

/** The hashes that lead from the tree of the first `size1` leaves to the whole tree. @throws RangeError */
export function proveConsistency(leafHashes: readonly Uint8Array[], size1: number): Uint8Array[] {
  checkIndex(size1, leafHashes.length, "size");
  return size1 === 0 ? [] : subproofOf(leafHashes, size1, true);
}

/** @param isWhole the first tree is this subtree, so that its root is known */
function subproofOf(
  leafHashes: readonly Uint8Array[],
  size1: number,
  isWhole: boolean,
): Uint8Array[] {
  if (size1 === leafHashes.length) return isWhole ? [] : [rootOf(leafHashes)];
  const split = splitOf(leafHashes.length);
  const [left, right] = [leafHashes.slice(0, split), leafHashes.slice(split)];
  return size1 <= split
    ? [...subproofOf(left, size1, isWhole), rootOf(right)]
    : [...subproofOf(right, size1 - split, false), rootOf(left)];
}

export type ConsistencyProof = {
  size1: number;
  size2: number;
  root1: Uint8Array;
  root2: Uint8Array;
  proof: readonly Uint8Array[];
};

/** RFC 9162, section 2.1.4.2. Of an empty tree nothing can be proved but that it is empty still. */
export function verifyConsistency(given: ConsistencyProof): boolean {
  const { size1, size2, root1, root2, proof } = given;
  if (!isIndex(size1) || !isIndex(size2) || size1 > size2) return false;
  if (![root1, root2, ...proof].every(isHash)) return false;
  if (size1 === 0 && !(size2 === 0 && isSame(root1, sha256()))) return false;
  if (size1 === size2) return proof.length === 0 && isSame(root1, root2);
  const path = isPowerOfTwo(size1) ? [root1, ...proof] : [...proof];
  const [first, ...siblings] = path;
  if (!first || proof.length === 0) return false;
  let [at, last] = [size1 - 1, size2 - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  let [old, whole] = [first, first];
  for (const sibling of siblings) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      old = hashNode(sibling, old);
      whole = hashNode(sibling, whole);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else whole = hashNode(whole, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(old, root1) && isSame(whole, root2);
}

/** The number of leaves in the left subtree of the root: the largest power of two below the size. */
export function splitOf(size: number): number {
  return 2 ** Math.floor(Math.log2(size - 1));
}

function half(index: number): number {
  return Math.floor(index / 2);
}

function isPowerOfTwo(size: number): boolean {
  return Number.isInteger(Math.log2(size));
}

function isHash(bytes: Uint8Array): boolean {
  return bytes.length === HASH_BYTES;
}

function isIndex(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function checkIndex(value: number, max: number, what: string): void {
  if (isIndex(value) && value <= max) return;
  throw new RangeError(`there is no ${what} ${value}: the highest is ${max}`);
}
