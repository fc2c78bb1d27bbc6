/**
 * What stands in the database and is not ours: triggers, rules and row policies on our tables, triggers that are switched
 * off, and constraints that old rows need not meet. Each could change or hide what is written, without an error.
 */
import "server-only";
import { sql } from "kysely";
import { kysely } from "../../client.ts";
import { FOREIGN_NAME_MAX_CHARS } from "../../limits.ts";
import { foundAt, recordFinding } from "./trail-findings.ts";

type Foreign = { kind: "trigger" | "rule" | "row-policy" | "constraint"; name: string };

/** We have none of them: what is found is not ours. Triggers of keys are PostgreSQL's own, and must be on. */
const FOREIGN = sql<Foreign>`
  WITH own AS (
    SELECT oid, relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p'))
  SELECT 'trigger' AS kind, tgname || ' on ' || relname AS name
    FROM pg_trigger JOIN own ON own.oid = tgrelid WHERE NOT tgisinternal OR tgenabled = 'D'
  UNION ALL
  SELECT 'rule', rulename || ' on ' || relname FROM pg_rewrite JOIN own ON own.oid = ev_class
  UNION ALL
  SELECT 'row-policy', polname || ' on ' || relname FROM pg_policy JOIN own ON own.oid = polrelid
  UNION ALL
  SELECT 'constraint', conname || ' on ' || relname
    FROM pg_constraint JOIN own ON own.oid = conrelid WHERE NOT convalidated
  ORDER BY kind, name`;

/** Each is a finding until an admin has acknowledged it, and again while it stands. */
export async function recordForeignRules(): Promise<void> {
  const { rows } = await FOREIGN.execute(kysely());
  for (const { kind, name } of rows)
    await recordFinding(
      foundAt(`foreign-${kind}`, { name: name.slice(0, FOREIGN_NAME_MAX_CHARS) }),
    );
}
