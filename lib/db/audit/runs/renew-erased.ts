/** Signs what says that details were erased with the present key of rows, so that earlier keys are not needed for ever. */
import "server-only";
import { sql } from "kysely";
import { toHex } from "../../../audit/bytes.ts";
import { signErased } from "../../../audit/crypto/erased-mac.ts";
import { keyOf } from "../../../audit/crypto/row-mac.ts";
import { kysely } from "../../client.ts";
import { TRAIL_BATCH_ROWS } from "../../limits.ts";
import { table } from "../../typed-sql.ts";
import { presentRowKey, rowKeys } from "../trail-keys.ts";
import { type Blank, isSigned, readBlanks } from "./check-erased-details.ts";

/** For a process that begins with earlier keys. What no key of ours signed stays as it is, and is found. May be repeated. */
export async function renewErased(): Promise<void> {
  const [present, ...earlier] = rowKeys();
  if (!present || earlier.length === 0) return;
  let old: Blank[] = [];
  for await (const row of readBlanks(kysely())) {
    if (!row.erased_mac || keyOf([present], row.erased_mac) || !isSigned(row)) continue;
    old.push(row);
    if (old.length < TRAIL_BATCH_ROWS) continue;
    await store(old);
    old = [];
  }
  if (old.length > 0) await store(old);
}

async function store(rows: readonly Blank[]): Promise<void> {
  const key = presentRowKey();
  const given = rows.flatMap(({ id, erased_by: erasedBy, detail_commitment: commitment }) =>
    erasedBy && commitment
      ? [{ id, erased_by: erasedBy, mac: toHex(signErased(key, { id, erasedBy, commitment })) }]
      : [],
  );
  await sql`
    UPDATE ${table("audit_event")} AS event SET erased_mac = decode(given.mac, 'hex')
    FROM json_to_recordset(${JSON.stringify(given)}::json) AS given(id uuid, erased_by uuid, mac text)
    WHERE event.id = given.id AND event.erased_by = given.erased_by`.execute(kysely());
}
