/** The trail's tree as the newest checkpoint has it, ready to grow. */
import "server-only";
import { type Checkpoint, openCheckpoint } from "../../../audit/checkpoint.ts";
import { BrokenTrail } from "../../../audit/fault-words.ts";
import { HASH_BYTES } from "../../../audit/limits.ts";
import { type CompactRange, openRange } from "../../../audit/merkle.ts";
import type { DatabaseTransaction } from "../../client.ts";

/**
 * Leaves are not read: the checkpoint keeps the roots of the full subtrees, and they must lead to the root it signs.
 * @param anchored the newest checkpoint that is known outside the database, if any
 * @throws BrokenTrail where they do not, where no known key signed it, where there are more or fewer leaves, or where the
 * tree is not one that the anchored tree could have grown into
 */
export async function openTree(
  transaction: DatabaseTransaction,
  verifierKeys: readonly string[],
  anchored: Checkpoint | null,
): Promise<CompactRange> {
  const newest = await transaction
    .selectFrom("audit_checkpoint")
    .select(["note", "subtrees"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const leaf = await transaction
    .selectFrom("audit_leaf")
    .select("place")
    .orderBy("place", "desc")
    .limit(1)
    .executeTakeFirst();
  const tree = newest ? restoreTree(newest, verifierKeys) : openRange();
  const size = Math.min(tree.size, leaf ? Number(leaf.place) + 1 : 0);
  if (size < Math.max(tree.size, anchored?.size ?? 0)) throw new BrokenTrail("cut-off", size);
  if (anchored) await compare(transaction, verifierKeys, tree, anchored);
  return tree;
}

/** The database must have a checkpoint of the anchored size, with the anchored root. */
async function compare(
  transaction: DatabaseTransaction,
  verifierKeys: readonly string[],
  tree: CompactRange,
  anchored: Checkpoint,
): Promise<void> {
  const isSame = (root: Uint8Array) => Buffer.from(root).equals(anchored.root);
  if (tree.size === anchored.size && isSame(tree.root())) return;
  const notes = await transaction
    .selectFrom("audit_checkpoint")
    .select("note")
    .where("size", "=", String(anchored.size))
    .execute();
  const roots = notes.map(({ note }) => openCheckpoint(note, verifierKeys)?.root);
  if (!roots.some((root) => root && isSame(root)))
    throw new BrokenTrail("root-differs", anchored.size);
}

/** @throws BrokenTrail where a checkpoint is not signed, or what it keeps of the tree does not lead to its root */
export function restoreTree(
  { note, subtrees }: { note: string; subtrees: Uint8Array },
  verifierKeys: readonly string[],
): CompactRange {
  const checkpoint = openCheckpoint(note, verifierKeys);
  if (!checkpoint) throw new BrokenTrail("note-unreadable", 0);
  const { size, root } = checkpoint;
  const tree = openRange({ size, subtrees: splitHashes(subtrees) });
  if (!Buffer.from(tree.root()).equals(root)) throw new BrokenTrail("root-differs", size);
  return tree;
}

export function splitHashes(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, index) =>
    bytes.slice(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}
