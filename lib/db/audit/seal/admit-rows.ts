/**
 * Which waiting rows the trail takes: those that the application wrote. Every other one goes to quarantine, out of the way
 * of whoever reads audit events, and what was found is on record.
 */
import "server-only";
import { randomUUID } from "node:crypto";
import { isSignedRow, type RowKey } from "../../../audit/crypto/row-mac.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { ROW_TIME_TOLERANCE_MS } from "../../limits.ts";
import { foundAt } from "../found/trail-findings.ts";
import { recordAudit } from "../record-audit.ts";
import type { WaitingRow } from "./read-waiting.ts";

/** `unsigned`: no MAC. `forged`: not as its MAC says. `placed-before`: a row with this id has its place already. */
type Refusal = "unsigned" | "forged" | "placed-before";

/** @returns the rows that the trail takes */
export async function admitRows(
  transaction: DatabaseTransaction,
  waiting: readonly WaitingRow[],
  keys: readonly RowKey[],
): Promise<WaitingRow[]> {
  const placed = await readPlaced(transaction, waiting);
  const admitted: WaitingRow[] = [];
  const refused: [WaitingRow, Refusal][] = [];
  for (const row of waiting) {
    const why = placed.has(row.facts.id) ? "placed-before" : judge(row, keys);
    if (why) refused.push([row, why]);
    else admitted.push(row);
  }
  if (refused.length > 0) await quarantine(transaction, refused);
  await tellLate(transaction, admitted);
  return admitted;
}

/**
 * A row's time lies between the newest checkpoint and now. Where it does not, a clock has jumped, or somebody kept the row
 * away for a while: it is taken, and found.
 */
async function tellLate(
  transaction: DatabaseTransaction,
  admitted: readonly WaitingRow[],
): Promise<void> {
  const newest = await transaction
    .selectFrom("audit_checkpoint")
    .select("at")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const from = (newest?.at.getTime() ?? Number.NEGATIVE_INFINITY) - ROW_TIME_TOLERANCE_MS;
  const to = Date.now() + ROW_TIME_TOLERANCE_MS;
  const late = admitted.filter(({ facts }) => {
    const at = new Date(facts.at).getTime();
    return at < from || at > to;
  });
  if (late.length > 0) await tell(transaction, foundAt("row-late", { rows: late.length }));
}

function tell(transaction: DatabaseTransaction, detail: ReturnType<typeof foundAt>) {
  const event = { actorId: null, action: "trail.found", target: "audit" } as const;
  return recordAudit(transaction, { ...event, outcome: "denied", detail });
}

function judge({ facts, mac }: WaitingRow, keys: readonly RowKey[]): Refusal | null {
  if (!mac) return "unsigned";
  return isSignedRow(keys, facts, mac) ? null : "forged";
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
    .where("place", "is", null)
    .returningAll()
    .execute();
  const whys = new Map(refused.map(([{ facts }, why]) => [facts.id, why]));
  const rows = found.map((row) => ({
    id: randomUUID(),
    why: whys.get(row.id) ?? "forged",
    event_id: row.id,
    subject_id: row.subject_id,
    run_id: row.run_id,
    row: JSON.stringify({ ...row, mac: row.mac?.toString("hex") ?? null }),
  }));
  if (rows.length > 0) await transaction.insertInto("audit_quarantine").values(rows).execute();
  await tell(transaction, foundAt("row-refused", { rows: refused.length }));
}
