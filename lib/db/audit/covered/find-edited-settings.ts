/** Compares settings and policies with the digests in the rows of the trail that were written with them. */
import "server-only";
import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type Database, kysely } from "../../client.ts";
import { EDITS_FOUND_MAX, FOREIGN_NAME_MAX_CHARS } from "../../limits.ts";
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

type PolicyContent = { text: string; mode: string; enabled: boolean };

/** What `policy.changed` says of a version, in hex. */
export function policyDigest({ text, mode, enabled }: PolicyContent): string {
  const content = JSON.stringify({ text, mode, enabled });
  return createHash("sha256").update(content).digest("hex");
}

/** As `policy.changed` names a version. */
const OF_VERSION = sql`(detail->>'name') || ' ' || (detail->>'version')`;

/** Versions that were recorded, and have another text, mode or switch now. A new one is recorded by the server itself. */
export async function findEditedPolicies(executor: Kysely<Database>): Promise<Found[]> {
  const stands = await readStanding(executor);
  const { rows: policies } = await sql<StoredPolicy>`
    WITH said AS (${lastSaid(stands, ["policy.changed"], sql`true`, OF_VERSION)})
    SELECT name, version, text, mode, enabled, (
      SELECT array_agg(said.detail->>'sha256') FROM said WHERE said.target = policy.name || ' ' || policy.version) AS recorded
    FROM policy ORDER BY name, version`.execute(executor);
  const edited = policies.filter(({ recorded, ...policy }) => {
    const isSaid = recorded === null || recorded.includes(null);
    return !(isSaid || recorded.includes(policyDigest(policy)));
  });
  return edited.slice(0, EDITS_FOUND_MAX).map(({ name, version }) => {
    const told = name.slice(0, FOREIGN_NAME_MAX_CHARS);
    return foundAt("policy-edited", { name: `${told}, version ${version}` });
  });
}

type StoredPolicy = {
  name: string;
  version: number;
  text: string;
  mode: string;
  enabled: boolean;
  /** The digests that may be the last ones on record; null for a version that was removed. */
  recorded: (string | null)[] | null;
};
