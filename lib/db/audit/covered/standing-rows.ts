/**
 * Which rows of the trail still say how things stand. Where a backup was restored and the trail went on, the restored tables know
 * nothing of what was recorded between the backup and the restore.
 */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { AUDIT_DETAILS, type MissedRows } from "../../../contracts/audit/audit-event.ts";
import type { Database } from "../../client.ts";
import { uuids } from "../../typed-sql.ts";
import { ownRows, type StoredRow } from "../own-rows.ts";

/** A condition on a row of `audit_event`, by its alias. Whoever asks for the newest row about something asks among these. */
export type Standing = (alias: string) => RawBuilder<boolean>;

/**
 * By the rows of restores that the application wrote, the newest first: a restore that a later one took back counts no more.
 */
export async function readStanding(executor: Kysely<Database>): Promise<Standing> {
  const rows = await executor
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "in", ["backup.made", "backup.restored"])
    // Clocks of machines differ. A row without a place was written after those that have one.
    .orderBy(sql`place DESC NULLS FIRST`)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
  const own = await ownRows(rows, executor);
  const missed: MissedRows[] = [];
  for (const row of own) {
    const window = row.action === "backup.restored" && !missed.some((one) => isMissed(one, row));
    const rowsOf = window ? toMissed(row, own) : null;
    if (rowsOf) missed.push(rowsOf);
  }
  return (alias) =>
    missed.length === 0
      ? sql<boolean>`true`
      : sql<boolean>`(${sql.join(
          missed.map((one) => standsAfter(one, alias)),
          sql` AND `,
        )})`;
}

function standsAfter({ from, before, except, waiting }: MissedRows, alias: string) {
  const place = sql.ref(`${alias}.place`);
  const id = sql.ref(`${alias}.id`);
  return sql`(${place} IS NULL OR ${place} < ${from}::bigint OR ${place} >= ${before}::bigint OR ${id} = ANY(${uuids(except)}))
    AND ${id} <> ALL(${uuids(waiting)})`;
}

/** Whether a restored backup did not have a row. */
export function isMissed(
  { from, before, except, waiting }: MissedRows,
  { id, place }: Pick<StoredRow, "id" | "place">,
): boolean {
  if (waiting.includes(id)) return true;
  const at = place === null ? -1 : Number(place);
  return at >= from && at < before && !except.includes(id);
}

/**
 * Null where the trail came out of the backup, too. Restores of earlier versions do not say which rows are missed: about those
 * between the row of the backup, which was written behind it, and their own.
 */
function toMissed({ place, detail }: StoredRow, own: readonly StoredRow[]): MissedRows | null {
  const { data } = AUDIT_DETAILS["backup.restored"].safeParse(detail);
  if (data?.missed) return data.missed;
  if (!data || data.lost !== null || place === null) return null;
  const made = own.find(
    (row) => row.action === "backup.made" && Object(row.detail).sha256 === data.sha256,
  );
  if (!made || made.place === null) return null;
  return { from: Number(made.place), before: Number(place), except: [], waiting: [] };
}
