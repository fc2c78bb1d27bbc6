/**
 * After a change of the key of rows: that a detail was erased is signed anew with the present key, so that the earlier one, which
 * would let its holder blank details, can leave the settings after the first start.
 */
import "server-only";
import { sql } from "kysely";
import { toHex } from "../../../audit/bytes.ts";
import { isSignedErased, signErased } from "../../../audit/crypto/erased-mac.ts";
import { kysely } from "../../client.ts";
import { TRAIL_BATCH_ROWS } from "../../limits.ts";
import { table } from "../../typed-sql.ts";
import { presentRowKey, rowKeys } from "../trail-keys.ts";

/** What no known key has signed stays as it is. @returns how many were signed anew */
export async function signBlanksAnew(): Promise<number> {
  const keys = rowKeys();
  if (keys.length === 1) return 0;
  let signed = 0;
  for (let after = -1; ; ) {
    const rows = await selectEarlier(after);
    const anew = rows.flatMap(({ id, erased_by: erasedBy, detail_commitment: commitment, mac }) => {
      if (erasedBy === null || commitment === null || mac === null) return [];
      const erased = { id, erasedBy, commitment };
      if (!isSignedErased(keys, erased, mac)) return [];
      return [{ id, was: toHex(mac), mac: toHex(signErased(presentRowKey(), erased)) }];
    });
    await store(anew);
    signed += anew.length;
    if (rows.length < TRAIL_BATCH_ROWS) return signed;
    after = Number(rows.at(-1)?.place);
  }
}

/** By another key than the present one, by place. What is blank has its place. */
function selectEarlier(after: number) {
  const { id } = presentRowKey();
  return kysely()
    .selectFrom("audit_event")
    .select(["id", "place", "detail_commitment", "erased_by", "erased_mac as mac"])
    .where("erased_mac", "is not", null)
    .where(sql<boolean>`substr(erased_mac, 1, ${id.length}::int) <> ${Buffer.from(id)}::bytea`)
    .where(sql<boolean>`place > ${after}::bigint`)
    .orderBy("place")
    .limit(TRAIL_BATCH_ROWS)
    .execute();
}

/** Unless somebody has changed it meanwhile. */
async function store(anew: readonly { id: string; was: string; mac: string }[]): Promise<void> {
  await sql`
    UPDATE ${table("audit_event")} SET erased_mac = decode(given.mac, 'hex')
    FROM json_to_recordset(${JSON.stringify(anew)}::json) AS given(id uuid, was text, mac text)
    WHERE audit_event.id = given.id AND audit_event.erased_mac = decode(given.was, 'hex')`.execute(
    kysely(),
  );
}
