/** Leaves of a long trail are proved against its newest checkpoint, from what checkpoints keep. */
import { expect, it } from "vitest";
import { toHex } from "../../audit/bytes.ts";
import { hashLeaf, openRange, proveInclusion, verifyInclusion } from "../../audit/merkle.ts";
import { db } from "../client.ts";
import { PROOF_CHUNK_LEAVES } from "../limits.ts";
import { provideTestDatabase } from "../testing/turn-fixtures.ts";
import { openPaths, readNewestTree } from "./read-path.ts";

provideTestDatabase();

const SIZE = 5 * PROOF_CHUNK_LEAVES + 77;
const HASHES = Array.from({ length: SIZE }, (_, at) => hashLeaf(Buffer.from(String(at))));
/** Sealed by so many at a time: some batches end within a subtree, some with it. */
const BATCHES = [1, 699, 324, 1024, 1500, 12, 900];

async function storeTrail(): Promise<void> {
  await db().auditLeaf.createMany({
    data: HASHES.map((hash, place) => ({
      place,
      eventId: crypto.randomUUID(),
      hash: new Uint8Array(hash),
    })),
  });
  const tree = openRange();
  const signed = [...BATCHES, SIZE - BATCHES.reduce((sum, rows) => sum + rows)];
  for (const rows of signed) {
    for (const hash of HASHES.slice(tree.size, tree.size + rows)) tree.append(hash);
    const subtrees = new Uint8Array(Buffer.concat(tree.subtrees));
    await db().auditCheckpoint.create({
      data: { size: tree.size, subtrees, note: `at ${tree.size}` },
    });
  }
}

it("proves each leaf, wherever the checkpoints lie", async () => {
  expect(await readNewestTree()).toBeNull();
  await storeTrail();
  const tree = await readNewestTree();
  if (!tree) throw new Error("nothing is signed");
  expect(tree).toMatchObject({ note: `at ${SIZE}`, size: SIZE });
  const root = openRange(tree).root();
  const readPath = openPaths(tree);
  const edges = [0, 1, 1023, 1024, 2047, 2048, 3000, 4095, 4096, 5119, 5120, SIZE - 2, SIZE - 1];
  for (const leafIndex of edges) {
    const proof = await readPath(leafIndex);
    expect(proof.map(toHex)).toEqual(proveInclusion(HASHES, leafIndex).map(toHex));
    const leafHash = HASHES[leafIndex] ?? new Uint8Array();
    expect(verifyInclusion({ leafIndex, treeSize: SIZE, root, leafHash, proof })).toBe(true);
  }
});

it("proves nothing with a leaf that is gone", async () => {
  await db().auditLeaf.delete({ where: { place: 1 } });
  const tree = await readNewestTree();
  if (!tree) throw new Error("nothing is signed");
  const proof = await openPaths(tree)(0);
  const leafHash = HASHES[0] ?? new Uint8Array();
  const root = openRange(tree).root();
  expect(verifyInclusion({ leafIndex: 0, treeSize: SIZE, root, leafHash, proof })).toBe(false);
});
