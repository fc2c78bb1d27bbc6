/** Replaces details of audit rows by the commitments that their leaves hold: the words go, the trail still verifies. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import { KEPT_DETAILS } from "../../audit/bundle/kept-details.ts";
import { toHex } from "../../audit/bytes.ts";
import { commitTo } from "../../audit/canonical.ts";
import { signErased } from "../../audit/crypto/erased-mac.ts";
import { HASH_BYTES } from "../../audit/limits.ts";
import type { DatabaseTransaction } from "../client.ts";
import { DETAILS_REDUCED_ROWS } from "../limits.ts";
import { columnsOf, table } from "../typed-sql.ts";
import { presentRowKey } from "./trail-keys.ts";

const event = columnsOf("audit_event");

/** The first run that ended says that each run, and each event, has had a MAC since. It says nothing of its person. */
const FIRST_END = sql`(
  SELECT id FROM ${table("audit_event")} AS first WHERE action = 'run.ended' AND place >= 0 ORDER BY place LIMIT 1)`;

/**
 * At most `DETAILS_REDUCED_ROWS` at once. The caller keeps the sealer waiting (`pauseSealing`).
 * @param condition which rows
 * @param erasedBy the id of the row that says so, in the same transaction
 * @returns how many had a detail
 */
export async function reduceDetails(
  transaction: DatabaseTransaction,
  condition: RawBuilder<boolean>,
  erasedBy: string,
): Promise<number> {
  const rows = await transaction
    .selectFrom("audit_event")
    .select(["id", "detail", "salt"])
    .where("detail_commitment", "is", null)
    .where(sql<boolean>`${event("detail")} <> '{}'::jsonb`)
    .where("action", "not in", [...KEPT_DETAILS])
    .where(sql<boolean>`${event("id")} IS DISTINCT FROM ${FIRST_END}`)
    .where(condition)
    .limit(DETAILS_REDUCED_ROWS)
    .execute();
  if (rows.length > 0)
    await store(
      transaction,
      rows.map((row) => toReduced(row, erasedBy)),
    );
  return rows.length;
}

/** As `reduceDetails`, until none is left. */
export async function reduceAllDetails(
  transaction: DatabaseTransaction,
  condition: RawBuilder<boolean>,
  erasedBy: string,
): Promise<void> {
  while ((await reduceDetails(transaction, condition, erasedBy)) === DETAILS_REDUCED_ROWS);
}

type Reduced = { id: string; commitment: string; erased_by: string; erased_mac: string };

function toReduced(
  { id, detail, salt }: { id: string; detail: unknown; salt: string },
  erasedBy: string,
): Reduced {
  const commitment = commitmentTo(detail, salt);
  const mac = signErased(presentRowKey(), { id, erasedBy, commitment });
  return { id, commitment: toHex(commitment), erased_by: erasedBy, erased_mac: toHex(mac) };
}

/** A detail without canonical JSON is not ours: it goes, too, under a commitment that no leaf has, so that it stays found. */
function commitmentTo(detail: unknown, salt: string): Uint8Array {
  try {
    return commitTo(detail, salt);
  } catch {
    return new Uint8Array(HASH_BYTES);
  }
}

/** With the old salt, a short detail could be guessed. */
async function store(transaction: DatabaseTransaction, rows: readonly Reduced[]): Promise<void> {
  await sql`
    UPDATE ${table("audit_event")} SET detail = '{}', salt = gen_random_uuid(),
      detail_commitment = decode(given.commitment, 'hex'), erased_by = given.erased_by,
      erased_mac = decode(given.erased_mac, 'hex')
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS given(id uuid, commitment text, erased_by uuid, erased_mac text)
    WHERE ${event("id")} = given.id`.execute(transaction);
}
