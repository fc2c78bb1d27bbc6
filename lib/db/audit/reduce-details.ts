/** Replaces details of audit rows by the commitments that their leaves hold: the words go, the trail still verifies. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import { commitTo } from "../../audit/canonical.ts";
import type { DatabaseTransaction } from "../client.ts";
import { DETAILS_REDUCED_ROWS } from "../limits.ts";
import { columnsOf, table } from "../typed-sql.ts";
import { KEPT_DETAILS } from "./audit-row.ts";

const event = columnsOf("audit_event");

/**
 * At most `DETAILS_REDUCED_ROWS` at once. The caller keeps the sealer waiting (`pauseSealing`).
 * @param condition which rows
 * @returns how many had a detail
 */
export async function reduceDetails(
  transaction: DatabaseTransaction,
  condition: RawBuilder<boolean>,
): Promise<number> {
  const rows = await transaction
    .selectFrom("audit_event")
    .select(["id", "detail", "salt"])
    .where("detail_commitment", "is", null)
    .where(sql<boolean>`${event("detail")} <> '{}'::jsonb`)
    .where("action", "not in", [...KEPT_DETAILS])
    .where(condition)
    .limit(DETAILS_REDUCED_ROWS)
    .execute();
  if (rows.length > 0) await store(transaction, rows.map(toReduced));
  return rows.length;
}

/** As `reduceDetails`, until none is left. */
export async function reduceAllDetails(
  transaction: DatabaseTransaction,
  condition: RawBuilder<boolean>,
): Promise<void> {
  while ((await reduceDetails(transaction, condition)) === DETAILS_REDUCED_ROWS);
}

type Reduced = { id: string; commitment: string };

const toReduced = ({
  id,
  detail,
  salt,
}: {
  id: string;
  detail: unknown;
  salt: string;
}): Reduced => ({
  id,
  commitment: Buffer.from(commitTo(detail, salt)).toString("hex"),
});

/** With the old salt, a short detail could be guessed. */
async function store(transaction: DatabaseTransaction, rows: readonly Reduced[]): Promise<void> {
  await sql`
    UPDATE ${table("audit_event")} SET detail = '{}', salt = gen_random_uuid(),
      detail_commitment = decode(given.commitment, 'hex')
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given(id uuid, commitment text)
    WHERE ${event("id")} = given.id`.execute(transaction);
}
