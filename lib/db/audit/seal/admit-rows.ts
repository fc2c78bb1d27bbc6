/**
 * Which waiting rows the trail takes: those that the application wrote. Every other one goes to quarantine, out of the way
 * of whoever reads audit events, and what was found is on record.
 */
import "server-only";
import { randomUUID } from "node:crypto";
import type { RowKey } from "../../../audit/crypto/row-key.ts";
import { isSignedRow } from "../../../audit/crypto/row-mac.ts";
import { commitmentOf } from "../../../audit/leaf.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { ROW_TIME_TOLERANCE_MS } from "../../limits.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import type { StoredRow } from "../own-rows.ts";
import type { WaitingRow } from "./read-waiting.ts";

/** `unsigned`: no MAC. `forged`: not as its MAC says. `placed-before`: a row with this id has its place already. */
type Refusal = "unsigned" | "forged" | "placed-before";

export type Admitted = {
  /** What the trail takes. */
  rows: WaitingRow[];
  /** What was found, to be placed behind them in the same pass: nobody can remove it before. */
  found: Found[];
};

/**
 * @param keys null: rows are taken without a MAC, as from before there were any
 * @param since when the newest checkpoint was signed, or the newest row written, if it is known
 */
export async function admitRows(
  transaction: DatabaseTransaction,
  waiting: readonly WaitingRow[],
  keys: readonly RowKey[] | null,
  since: Date | null,
): Promise<Admitted> {
  const placed = await readPlaced(transaction, waiting);
  const rows: WaitingRow[] = [];
  const refused: [WaitingRow, Refusal][] = [];
  for (const row of waiting) {
    const known = commit(row);
    const why = placed.has(row.facts.id) ? "placed-before" : judge(known, keys);
    if (why || !known) refused.push([row, why ?? "forged"]);
    else rows.push(keys ? known : { ...known, mac: null });
  }
  if (refused.length > 0) await quarantine(transaction, refused);
  const late = rows.filter(({ facts }) => !isBetween(new Date(facts.at), since)).length;
  return {
    rows,
    found: [
      ...(refused.length > 0 ? [foundAt("row-refused", { rows: refused.length })] : []),
      ...(late > 0 ? [foundAt("row-late", { rows: late })] : []),
    ],
  };
}

/**
 * A row's time lies between the newest checkpoint and now. Where it does not, a clock has jumped, or somebody kept the row
 * away for a while: it is taken, and found.
 */
function isBetween(at: Date, since: Date | null): boolean {
  const from = (since?.getTime() ?? Number.NEGATIVE_INFINITY) - ROW_TIME_TOLERANCE_MS;
  return at.getTime() >= from && at.getTime() <= Date.now() + ROW_TIME_TOLERANCE_MS;
}

/** The commitment to its detail is made here, once. @returns null for what no row of ours can be, such as a number that JSON does not have */
function commit({ facts, mac }: WaitingRow): WaitingRow | null {
  try {
    const detail = { ...facts.detail, commitment: commitmentOf(facts.detail) };
    return { facts: { ...facts, detail }, mac };
  } catch {
    return null;
  }
}

function judge(row: WaitingRow | null, keys: readonly RowKey[] | null): Refusal | null {
  if (!row) return "forged";
  if (!keys) return null;
  if (!row.mac) return "unsigned";
  return isSignedRow(keys, row.facts, row.mac) ? null : "forged";
}

async function readPlaced(
  transaction: DatabaseTransaction,
  waiting: readonly WaitingRow[],
): Promise<ReadonlySet<string>> {
  if (waiting.length === 0) return new Set();
  const ids = waiting.map(({ facts }) => facts.id);
  const rows = await transaction
    .selectFrom("audit_leaf")
    .select("event_id")
    .where("event_id", "in", ids)
    .execute();
  return new Set(rows.map(({ event_id: id }) => id));
}

async function quarantine(
  transaction: DatabaseTransaction,
  refused: readonly [WaitingRow, Refusal][],
): Promise<void> {
  const ids = refused.map(([{ facts }]) => facts.id);
  const found = await transaction
    .deleteFrom("audit_event")
    .where("id", "in", ids)
    .returningAll()
    .execute();
  const whys = new Map(refused.map(([{ facts }, why]) => [facts.id, why]));
  const rows = found.map((row) => ({
    id: randomUUID(),
    why: whys.get(row.id) ?? "forged",
    event_id: row.id,
    subject_id: row.subject_id,
    run_id: row.run_id,
    row: toText(row),
  }));
  if (rows.length > 0) await transaction.insertInto("audit_quarantine").values(rows).execute();
}

/** Without its detail where that is nested too deep to be written. */
function toText(row: StoredRow): string {
  const told = Object.assign(row, { mac: row.mac?.toString("hex") ?? null });
  try {
    return JSON.stringify(told);
  } catch {
    return JSON.stringify(Object.assign(told, { detail: null }));
  }
}
