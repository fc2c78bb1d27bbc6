/** Compares each checkpoint's size and subtrees with its signed note: proofs of single rows are made of them. */
import "server-only";
import { isSame } from "../../../audit/bytes.ts";
import { openCheckpoint } from "../../../audit/checkpoint.ts";
import { HASH_BYTES } from "../../../audit/limits.ts";
import { openRange } from "../../../audit/merkle.ts";
import { kysely } from "../../client.ts";
import { EDITS_FOUND_MAX, TRAIL_BATCH_ROWS } from "../../limits.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { splitHashes } from "../seal/open-tree.ts";
import { trailKeys } from "../trail-keys.ts";

type Stored = Awaited<ReturnType<typeof readBatch>>[number];

/** At most `EDITS_FOUND_MAX`, each at the size that its note says. One that no known key signed is found by the check of the trail. */
export async function findEditedCheckpoints(): Promise<Found[]> {
  const { verifierKeys } = trailKeys();
  const found: Found[] = [];
  for (let after = "-9223372036854775808"; ; ) {
    const batch = await readBatch(after);
    for (const stored of batch) {
      const place = editedAt(stored, verifierKeys);
      if (place !== null) found.push(foundAt("checkpoint-edited", { place }));
      if (found.length === EDITS_FOUND_MAX) return found;
    }
    const last = batch.at(-1);
    if (!last || batch.length < TRAIL_BATCH_ROWS) return found;
    after = last.id;
  }
}

function readBatch(after: string) {
  return kysely()
    .selectFrom("audit_checkpoint")
    .select(["id", "size", "subtrees", "note"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(TRAIL_BATCH_ROWS)
    .execute();
}

/** The size that its note says, where it was edited. */
function editedAt({ size, subtrees, note }: Stored, verifierKeys: readonly string[]) {
  const signed = openCheckpoint(note, verifierKeys);
  if (!signed) return null;
  const hashes = subtrees.length % HASH_BYTES === 0 ? splitHashes(subtrees) : [];
  const { root } = openRange({ size: signed.size, subtrees: hashes });
  const isWhole = size === String(signed.size) && hashes.length === countOnes(signed.size);
  return isWhole && isSame(root(), signed.root) ? null : signed.size;
}

/** Each 1 of a size is a full subtree. */
function countOnes(size: number): number {
  return size.toString(2).replaceAll("0", "").length;
}
