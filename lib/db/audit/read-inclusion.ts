/** Proves that a row is in the trail: the way from its leaf to the first checkpoint that was signed behind it. */
import "server-only";
import { type Kysely, sql } from "kysely";
import { proveAppended } from "../../audit/merkle.ts";
import { type Database, kysely } from "../client.ts";
import { splitHashes } from "./seal/open-tree.ts";

export type Inclusion = {
  /** The checkpoint. */
  note: string;
  proof: Uint8Array[];
};

/** Reads no more leaves than were sealed with the row. @returns null until a checkpoint covers the place */
export async function readInclusion(
  place: number,
  executor: Kysely<Database> = kysely(),
): Promise<Inclusion | null> {
  const at = sql<string>`${place}::bigint`;
  const earlier = await executor
    .selectFrom("audit_checkpoint")
    .select(["size", "subtrees"])
    .where("size", "<=", at)
    .orderBy("size", "desc")
    .limit(1)
    .executeTakeFirst();
  const first = await executor
    .selectFrom("audit_checkpoint")
    .select(["size", "note"])
    .where("size", ">", at)
    .orderBy("size")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (!first) return null;
  const from = earlier?.size ?? "0";
  const leaves = await executor
    .selectFrom("audit_leaf")
    .select("hash")
    .where("place", ">=", from)
    .where("place", "<", first.size)
    .orderBy("place")
    .execute();
  // A leaf that is missing leads to another root, which the check finds.
  const subtrees = earlier ? splitHashes(earlier.subtrees) : [];
  const hashes = leaves.map(({ hash }) => hash);
  const index = place - Number(from);
  if (index >= hashes.length) return { note: first.note, proof: [] };
  return {
    note: first.note,
    proof: proveAppended({ size: Number(from), subtrees }, hashes, index),
  };
}
