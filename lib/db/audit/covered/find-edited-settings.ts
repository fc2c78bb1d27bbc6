/** Compares the digests of settings with the row of the trail that was written with them. */
import "server-only";
import { type Kysely, sql } from "kysely";
import { type Database, kysely } from "../../client.ts";
import { sha256OfText } from "../../typed-sql.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { lastSaid } from "./numbered-rows.ts";
import { readStanding } from "./standing-rows.ts";

const LINES = sql`pg_catalog.string_agg(
  name::text || '='::text || pg_catalog.encode(digest, 'hex'::text), E'\n'::text ORDER BY name COLLATE pg_catalog."C")`;

/** One digest of all: who reads the trail learns nothing that a guess could be compared with. Null where there are none. */
const HELD = sql<string | null>`(
  SELECT ${sha256OfText(LINES)} FROM setting_digest)`;

/** @returns hexadecimal; null where no setting has a digest */
export async function digestOfSettings(executor: Kysely<Database>): Promise<string | null> {
  const { rows } = await sql<{ held: string | null }>`SELECT ${HELD} AS held`.execute(executor);
  return rows[0]?.held ?? null;
}

/** At most one. Rows of earlier versions say nothing of digests. */
export async function findEditedSettings(executor = kysely()): Promise<Found[]> {
  const stands = await readStanding(executor);
  const { rows } = await sql`
    WITH said AS (${lastSaid(stands, ["settings.changed", "settings.noted"])})
    SELECT WHERE EXISTS (SELECT FROM said)
      AND NOT EXISTS (SELECT FROM said WHERE detail->>'digest' IS NULL OR detail->>'digest' = ${HELD})`.execute(
    executor,
  );
  return rows.map(() => foundAt("settings-edited", { name: "settings" }));
}
