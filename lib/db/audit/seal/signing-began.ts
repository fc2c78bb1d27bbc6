/**
 * Since when each row of this trail has a MAC. Rows from before are taken as they are, once: the row that says so is the
 * first with a MAC, and all behind it have one.
 */
import "server-only";
import type { Kysely } from "kysely";
import packageJson from "../../../../package.json" with { type: "json" };
import { hashEvent } from "../../../audit/leaf.ts";
import { type CompactRange, verifyInclusion } from "../../../audit/merkle.ts";
import { INSTANCE_GONE_MS } from "../../../contracts/limits.ts";
import type { Database, DatabaseTransaction } from "../../client.ts";
import { SIGNING_WAITS_MS } from "../../limits.ts";
import { fromNow } from "../../typed-sql.ts";
import { foundAt, noteFinding } from "../found/trail-findings.ts";
import { readInclusion } from "../read-inclusion.ts";
import { readEntry } from "../read-trail.ts";
import type { WaitingRow } from "./read-waiting.ts";

/**
 * The newest row that has a place tells, because the tree proves it: what else stands in the database could be changed. Where
 * that row is not what was sealed, nobody gains by it: what has no MAC is refused.
 */
export async function hasSigningBegun(
  transaction: DatabaseTransaction,
  tree: CompactRange,
  waiting: readonly WaitingRow[],
): Promise<boolean> {
  if (tree.size === 0) return waiting.every(({ mac }) => mac !== null);
  const place = tree.size - 1;
  const event = (await readEntry(place, transaction))?.event ?? null;
  if (!event || event.mac) return true;
  try {
    const { proof = [] } = (await readInclusion(place, transaction)) ?? {};
    const leaf = { leafIndex: place, leafHash: hashEvent(event), proof };
    return !verifyInclusion({ ...leaf, treeSize: tree.size, root: tree.root() });
  } catch {
    // Such as a detail without canonical JSON, or subtrees that cannot be those of their size: not what was sealed.
    return true;
  }
}

export type HeldBack = {
  /** Since when another version keeps something from beginning, in milliseconds since 1970. */
  waitsSince?: number | undefined;
};

/** By an instance of another version; after a day, that is a finding: whoever owns the database can write such a row. */
export async function isHeldBack(
  transaction: DatabaseTransaction,
  memory: HeldBack,
): Promise<boolean> {
  if (!(await isOtherVersionUp(transaction))) {
    memory.waitsSince = undefined;
    return false;
  }
  memory.waitsSince ??= Date.now();
  if (Date.now() - memory.waitsSince > SIGNING_WAITS_MS) noteFinding(foundAt("signing-waits"));
  return true;
}

/** Whether an instance of another version is up, by its row: one that was there before there were MACs writes none. */
export async function isOtherVersionUp(executor: Kysely<Database>): Promise<boolean> {
  const other = await executor
    .selectFrom("instance")
    .select("id")
    .where("version", "<>", packageJson.version)
    .where("seen_at", ">", fromNow(-INSTANCE_GONE_MS))
    .where("seen_at", "<", fromNow(INSTANCE_GONE_MS))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
