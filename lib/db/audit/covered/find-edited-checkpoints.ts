/** Compares each checkpoint's size and subtrees with its signed note: proofs of single rows are made of them. */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { isSame } from "../../../audit/bytes.ts";
import { openCheckpoint } from "../../../audit/checkpoint.ts";
import { HASH_BYTES } from "../../../audit/limits.ts";
import { openRange } from "../../../audit/merkle.ts";
import { type Database, kysely } from "../../client.ts";
import { EDITS_FOUND_MAX, TRAIL_BATCH_ROWS } from "../../limits.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { splitHashes } from "../seal/open-tree.ts";
import { trailKeys } from "../trail-keys.ts";

type Stored = Awaited<ReturnType<typeof readBatch>>[number];

/**
 * At most `EDITS_FOUND_MAX`, each at the size that its note says, and notes that no known key has signed.
 * @param within a condition on the row `audit_checkpoint`
 */
export async function findEditedCheckpoints(
  executor: Kysely<Database> = kysely(),
  within: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<Found[]> {
  const { verifierKeys } = trailKeys();
  const found: Found[] = [];
  for (let after = "-9223372036854775808"; ; ) {
    const batch = await readBatch(executor, within, after);
    for (const stored of batch) {
      found.push(...compare(stored, verifierKeys));
      if (found.length === EDITS_FOUND_MAX) return found;
    }
    const last = batch.at(-1);
    if (!last || batch.length < TRAIL_BATCH_ROWS) return found;
    after = last.id;
  }
}

/**
 * Each pass signs all leaves that it leaves behind: where the newest checkpoint does not have all of them, those behind it were
 * removed, or an older one was put in as the newest.
 */
export async function findCutCheckpoints(executor: Kysely<Database> = kysely()): Promise<Found[]> {
  const { rows } = await sql<{ size: string }>`
    SELECT size FROM (
      SELECT coalesce((SELECT size FROM audit_checkpoint ORDER BY id DESC LIMIT 1), 0) AS size) AS signed
    WHERE size < (SELECT coalesce(max(place) + 1, 0) FROM audit_leaf)`.execute(executor);
  return rows.map(({ size }) => foundAt("cut-off", { place: Number(size) }));
}

function readBatch(executor: Kysely<Database>, within: RawBuilder<boolean>, after: string) {
  return executor
    .selectFrom("audit_checkpoint")
    .select(["id", "size", "subtrees", "note"])
    .where("id", ">", after)
    .where(within)
    .orderBy("id")
    .limit(TRAIL_BATCH_ROWS)
    .execute();
}

function compare({ size, subtrees, note }: Stored, verifierKeys: readonly string[]): Found[] {
  const signed = openCheckpoint(note, verifierKeys);
  if (!signed) return [foundAt("note-unreadable", { place: 0 })];
  const hashes = subtrees.length % HASH_BYTES === 0 ? splitHashes(subtrees) : [];
  const { root } = openRange({ size: signed.size, subtrees: hashes });
  const isWhole = size === String(signed.size) && hashes.length === countOnes(signed.size);
  return isWhole && isSame(root(), signed.root)
    ? []
    : [foundAt("checkpoint-edited", { place: signed.size })];
}

/** Each 1 of a size is a full subtree. */
function countOnes(size: number): number {
  return size.toString(2).replaceAll("0", "").length;
}
