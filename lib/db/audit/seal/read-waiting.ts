/** The rows that wait for their place in the trail, and those that somebody gave a place that the trail does not have. */
import "server-only";
import { sql } from "kysely";
import type { RowFacts } from "../../../audit/crypto/row-mac.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { SEAL_BATCH_ROWS, SEAL_BATCH_RUNS } from "../../limits.ts";
import { table } from "../../typed-sql.ts";
import { toFacts } from "../audit-row.ts";

export type WaitingRow = { facts: RowFacts; mac: Uint8Array | null };

export type Waiting = {
  rows: WaitingRow[];
  /** True where more may wait. */
  hasMore: boolean;
};

/**
 * The oldest, up to the limit of rows or of ended runs. Rows with a place that the tree does not have lose it first: it is
 * where one of those that wait belongs.
 * @param size of the tree
 */
export async function readWaiting(
  transaction: DatabaseTransaction,
  size: number,
): Promise<Waiting> {
  if (await isMisplaced(transaction, "audit_event", size))
    await transaction
      .updateTable("audit_event")
      .set({ place: null })
      .where(outside(size))
      .execute();
  const rows = await selectWaiting(transaction);
  let runs = 0;
  const cut = rows.findIndex(({ action }) => {
    if (action === "run.ended") runs += 1;
    return runs > SEAL_BATCH_RUNS;
  });
  const taken = cut === -1 ? rows : rows.slice(0, cut);
  return {
    rows: taken.map((row) => ({ facts: toFacts(row), mac: row.mac })),
    hasMore: cut !== -1 || rows.length >= SEAL_BATCH_ROWS,
  };
}

/** Whether one of them has a place that the tree does not have. One look at each end of the index. */
export async function isMisplaced(
  transaction: DatabaseTransaction,
  name: "audit_event" | "audit_leaf",
  size: number,
): Promise<boolean> {
  const { rows } = await sql<{ is_misplaced: boolean | null }>`
    SELECT min(place) < 0 OR max(place) >= ${size}::bigint AS is_misplaced FROM ${table(name)}`.execute(
    transaction,
  );
  return rows[0]?.is_misplaced ?? false;
}

export const outside = (size: number) => sql<boolean>`(place < 0 OR place >= ${size}::bigint)`;

function selectWaiting(transaction: DatabaseTransaction) {
  return transaction
    .selectFrom("audit_event")
    .select(["id", "at", "actor_id", "action", "target", "outcome", "subject_id", "run_id"])
    .select(["detail", "detail_commitment", "salt", "mac"])
    .where("place", "is", null)
    .orderBy("at")
    .orderBy("id")
    .limit(SEAL_BATCH_ROWS)
    .execute();
}

/** Whether any row waits for its place. */
export async function isAnyWaiting(): Promise<boolean> {
  const rows = kysely().selectFrom("audit_event").select("id").where("place", "is", null).limit(1);
  return (await rows.executeTakeFirst()) !== undefined;
}
