/** Compares each version of the rubric with the row of the trail that says so. */
import "server-only";
import { type Kysely, sql } from "kysely";
import { sha256 } from "#crypto";
import { toHex } from "../../../audit/bytes.ts";
import { canonical } from "../../../audit/canonical.ts";
import { type Rubric, VersionedRubric } from "../../../contracts/inspector/review/rubric.ts";
import { type Database, kysely } from "../../client.ts";
import { EDITS_FOUND_MAX } from "../../limits.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { readStanding } from "./standing-rows.ts";

type Compared = { version: number | null; criteria: unknown; labels: unknown; said: string | null };

/** Changed, added, or removed. At most `EDITS_FOUND_MAX`. A detail that was erased says nothing, and stands for any. */
export async function findEditedRubrics(executor: Kysely<Database> = kysely()): Promise<Found[]> {
  const stands = await readStanding(executor);
  const { rows } = await sql<Compared>`
    WITH said AS (SELECT detail FROM audit_event
      WHERE action = 'review.rubric-changed' AND ${stands("audit_event")})
    SELECT review_rubric.version, criteria, labels, said.detail->>'sha256' AS said
    FROM review_rubric FULL JOIN (SELECT * FROM said WHERE detail <> '{}') AS said
      ON said.detail->>'version' = review_rubric.version::text
    WHERE said.detail IS NOT NULL OR NOT EXISTS (SELECT FROM said WHERE detail = '{}')
    ORDER BY review_rubric.version`.execute(executor);
  return rows
    .filter((row) => !isAsSaid(row))
    .slice(0, EDITS_FOUND_MAX)
    .map(({ version }) => foundAt("rubric-edited", { name: `${version ?? "rubric"}` }));
}

/** By which the trail knows a version: hexadecimal SHA-256 over its canonical JSON. */
export const digestOfRubric = ({ criteria, labels }: Rubric): string =>
  toHex(sha256(canonical({ criteria, labels })));

function isAsSaid({ said, ...row }: Compared): boolean {
  const { data } = VersionedRubric.safeParse(row);
  return data !== undefined && digestOfRubric(data) === said;
}
