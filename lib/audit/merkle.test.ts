/** The published cases of the tree, and properties that hold for every tree. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hashLeaf,
  hashNode,
  openRange,
  proveAppended,
  proveConsistency,
  proveInclusion,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from "./merkle.ts";

type Case = { name: string; wantErr: boolean; root: string; proof: string[] | null };
type Inclusion = Case & { leafIdx: number; treeSize: number; leafHash: string };
type Consistency = Case & { size1: number; size2: number; root1: string; root2: string };

const file = new URL("./vectors/merkle.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as {
  hashes: Record<string, string>;
  leaves_hex: string[];
  roots_base64_by_size: string[];
  inclusion: Inclusion[];
  consistency: Consistency[];
};
const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));
const hex = (hash: Uint8Array) => Buffer.from(hash).toString("hex");
const proofOf = ({ proof }: Case) => (proof ?? []).map(bytes);
const LEAVES = vectors.leaves_hex.map((leaf) => hashLeaf(Buffer.from(leaf, "hex")));

describe("published cases", () => {
  it("of hashes and roots", () => {
    expect(hex(rootOf([]))).toBe(vectors.hashes.empty_root_hex);
    expect(hex(hashLeaf(new Uint8Array()))).toBe(vectors.hashes.empty_leaf_hex);
    expect(hex(hashLeaf(Buffer.from("L123456")))).toBe(vectors.hashes.leaf_L123456_hex);
    expect(hex(hashNode(Buffer.from("N123"), Buffer.from("N456")))).toBe(
      vectors.hashes.node_N123_N456_hex,
    );
    const roots = vectors.roots_base64_by_size.map((_, size) => rootOf(LEAVES.slice(0, size)));
    expect(roots.map((root) => Buffer.from(root).toString("base64"))).toEqual(
      vectors.roots_base64_by_size,
    );
  });

  it.each(vectors.inclusion)("of inclusion: $name", (given) => {
    const { leafIdx: leafIndex, treeSize, root, leafHash, wantErr } = given;
    const proof = { leafIndex, treeSize, root: bytes(root), leafHash: bytes(leafHash) };
    expect(verifyInclusion({ ...proof, proof: proofOf(given) })).toBe(!wantErr);
  });

  it.each(vectors.consistency)("of consistency: $name", (given) => {
    const { size1, size2, root1, root2, wantErr } = given;
    const proof = { size1, size2, root1: bytes(root1), root2: bytes(root2) };
    expect(verifyConsistency({ ...proof, proof: proofOf(given) })).toBe(!wantErr);
  });
});

/** A tree of up to 70 leaves with a place in it. */
const anyTree = fc.integer({ min: 1, max: 70 }).chain((size) =>
  fc.record({
    leaves: fc.constant(
      Array.from({ length: size }, (_, index) => hashLeaf(Buffer.from(`leaf ${index}`))),
    ),
    index: fc.integer({ min: 0, max: size - 1 }),
    flip: fc.integer({ min: 0, max: 32 * 8 - 1 }),
  }),
);

const flipped = (hash: Uint8Array, bit: number) => {
  const changed = new Uint8Array(hash);
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return changed;
};

describe("every tree", () => {
  it("proves each of its leaves, and no other; one flipped bit fails", () => {
    fc.assert(
      fc.property(anyTree, ({ leaves, index, flip }) => {
        const proof = proveInclusion(leaves, index);
        const leafHash = leaves[index] ?? new Uint8Array();
        const given = {
          leafIndex: index,
          treeSize: leaves.length,
          root: rootOf(leaves),
          leafHash,
          proof,
        };
        expect(verifyInclusion(given)).toBe(true);
        expect(verifyInclusion({ ...given, leafHash: flipped(leafHash, flip) })).toBe(false);
        expect(verifyInclusion({ ...given, root: flipped(given.root, flip) })).toBe(false);
        expect(verifyInclusion({ ...given, proof: [...proof, leafHash] })).toBe(false);
        if (proof.length > 0)
          expect(verifyInclusion({ ...given, proof: proof.slice(1) })).toBe(false);
        const other = (index + 1) % leaves.length;
        if (other !== index) expect(verifyInclusion({ ...given, leafIndex: other })).toBe(false);
      }),
    );
  });

  it("is consistent with each tree that it grew from, and with no other", () => {
    fc.assert(
      fc.property(anyTree, ({ leaves, index, flip }) => {
        const size1 = index + 1;
        const proof = proveConsistency(leaves, size1);
        const root1 = rootOf(leaves.slice(0, size1));
        const given = { size1, size2: leaves.length, root1, root2: rootOf(leaves), proof };
        expect(verifyConsistency(given)).toBe(true);
        expect(verifyConsistency({ ...given, root1: flipped(root1, flip) })).toBe(false);
        expect(verifyConsistency({ ...given, root2: flipped(given.root2, flip) })).toBe(false);
        expect(verifyConsistency({ ...given, proof: [...proof, root1] })).toBe(false);
      }),
    );
  });

  it("has the same root whether it grew leaf by leaf or not", () => {
    const range = openRange();
    for (const [index, leaf] of LEAVES.entries()) {
      range.append(leaf);
      expect(range.size).toBe(index + 1);
      expect(hex(range.root())).toBe(hex(rootOf(LEAVES.slice(0, index + 1))));
    }
  });

  it("proves a leaf from the subtrees of any tree before it, without that tree's leaves", () => {
    fc.assert(
      fc.property(anyTree, fc.nat(), ({ leaves, index }, any) => {
        const size = any % (index + 1);
        const earlier = openRange();
        for (const leaf of leaves.slice(0, size)) earlier.append(leaf);
        const proof = proveAppended(earlier, leaves.slice(size), index - size);
        expect(proof.map(hex)).toEqual(proveInclusion(leaves, index).map(hex));
      }),
    );
  });

  it("has the same root where a full subtree is known by its root alone", () => {
    const range = openRange();
    range.appendSubtree(4, rootOf(LEAVES.slice(0, 4)));
    range.append(LEAVES[4] ?? new Uint8Array());
    expect(hex(range.root())).toBe(hex(rootOf(LEAVES.slice(0, 5))));
    expect(() => range.appendSubtree(2, rootOf([]))).toThrow("no subtree of 2 leaves");
    expect(() => range.appendSubtree(0, rootOf([]))).toThrow(RangeError);
  });

  it("has no proof of a leaf or a size that it does not have", () => {
    expect(() => proveInclusion(LEAVES, 8)).toThrow("there is no leaf 8: the highest is 7");
    expect(() => proveInclusion([], 0)).toThrow(RangeError);
    expect(() => proveConsistency(LEAVES, 9)).toThrow("there is no size 9");
    expect(() => proveConsistency(LEAVES, 0.5)).toThrow(RangeError);
  });
});

describe("a hash of another length", () => {
  const [first = new Uint8Array(), second = new Uint8Array()] = LEAVES;
  const root = rootOf([first, second]);
  const long = (hash: Uint8Array) => Uint8Array.from([...hash, 0]);

  it.each([31, 33, 0])("of %i bytes proves nothing", (length) => {
    const other = new Uint8Array(length);
    const known = { leafIndex: 0, treeSize: 1, proof: [] };
    expect(verifyInclusion({ ...known, root: other, leafHash: other })).toBe(false);
    const same = { size1: 2, size2: 2, proof: [] };
    expect(verifyConsistency({ ...same, root1: other, root2: other })).toBe(false);
  });

  it("is refused in a proof", () => {
    const given = { leafIndex: 0, treeSize: 2, root, leafHash: first };
    expect(verifyInclusion({ ...given, proof: [second] })).toBe(true);
    expect(verifyInclusion({ ...given, proof: [long(second)] })).toBe(false);
  });

  it("is not needed: an empty tree has one root", () => {
    const empty = { size1: 0, size2: 0, proof: [] };
    expect(verifyConsistency({ ...empty, root1: root, root2: root })).toBe(false);
    const none = rootOf([]);
    expect(verifyConsistency({ ...empty, root1: none, root2: none })).toBe(true);
  });
});
