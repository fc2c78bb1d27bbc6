/** The rows that wait for their place in the trail. */
import "server-only";
import type { RowFacts } from "../../../audit/crypto/row-mac.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { SEAL_BATCH_ROWS, SEAL_BATCH_RUNS } from "../../limits.ts";
import { toFacts } from "../audit-row.ts";

export type WaitingRow = { facts: RowFacts; mac: Uint8Array | null };

export type Waiting = {
  rows: WaitingRow[];
  /** True where more may wait. */
  hasMore: boolean;
};

/** The oldest, up to the limit of rows or of ended runs. */
export async function readWaiting(transaction: DatabaseTransaction): Promise<Waiting> {
  const rows = await select(transaction);
  let runs = 0;
  const cut = rows.findIndex(({ action }) => {
    if (action === "run.ended") runs += 1;
    return runs > SEAL_BATCH_RUNS;
  });
  const taken = cut === -1 ? rows : rows.slice(0, cut);
  return {
    rows: taken.map((row) => ({ facts: toFacts(row), mac: row.mac })),
    hasMore: cut !== -1 || rows.length === SEAL_BATCH_ROWS,
  };
}

function select(transaction: DatabaseTransaction) {
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
