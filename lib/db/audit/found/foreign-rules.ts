/**
 * What stands in the database and is not ours: triggers, rules and row policies on our tables, triggers that are switched
 * off, and constraints that old rows need not meet; and definitions that are not those of the migrations. Each could change
 * or hide what is written, without an error.
 */
import "server-only";
import { sql } from "kysely";
import { FOREIGN_NAME_MAX_CHARS } from "../../limits.ts";
import { findChangedDefinitions } from "./changed-definitions.ts";
import { inCatalogue, type Names, schemasAhead } from "./in-catalogue.ts";
import { type Found, foundAt, recordFinding } from "./trail-findings.ts";

type Foreign = { kind: "trigger" | "rule" | "row-policy" | "constraint" | "view"; name: string };

/** The one view that is ours (prisma/sql). */
const OWN_VIEW = "log_event";

/**
 * We have no triggers, rules and row policies: what is found is not ours. Triggers of keys are PostgreSQL's own, and must be
 * on. A view or a temporary table could stand where a table was, and a table that inherits show its rows as another's.
 */
const FOREIGN = ({ own }: Names) => sql<Foreign>`
  WITH own AS (
    SELECT oid, relname, relkind FROM pg_class
    WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname::text = ${own}) AND relkind IN ('r', 'p', 'v', 'm', 'f'))
  SELECT 'trigger' AS kind, tgname || ' on ' || relname AS name
    FROM pg_trigger JOIN own ON own.oid = tgrelid WHERE NOT tgisinternal OR tgenabled <> 'O'
  UNION ALL
  SELECT 'rule', rulename || ' on ' || relname FROM pg_rewrite JOIN own ON own.oid = ev_class
    WHERE rulename <> '_RETURN'
  UNION ALL
  SELECT 'row-policy', polname || ' on ' || relname FROM pg_policy JOIN own ON own.oid = polrelid
  UNION ALL
  SELECT 'constraint', conname || ' on ' || relname
    FROM pg_constraint JOIN own ON own.oid = conrelid WHERE NOT convalidated
  UNION ALL
  SELECT 'view', relname FROM own WHERE relkind NOT IN ('r', 'p') AND relname <> ${OWN_VIEW}
  UNION ALL
  SELECT 'view', child.relname || ' of ' || own.relname FROM pg_inherits JOIN own ON own.oid = inhparent
    JOIN pg_class AS child ON child.oid = inhrelid WHERE own.relkind = 'r'
  UNION ALL
  SELECT 'view', 'temporary table ' || temporary.relname FROM own JOIN pg_class AS temporary ON temporary.relname = own.relname
    WHERE temporary.relnamespace = pg_my_temp_schema()
  UNION ALL
  SELECT 'trigger', 'session_replication_role is ' || current_setting('session_replication_role')
    WHERE current_setting('session_replication_role') <> 'origin'
  ORDER BY kind, name`;

/** At this moment. */
export async function findForeignRules(): Promise<Found[]> {
  const rows = await inCatalogue(async (transaction, names) => [
    ...(await FOREIGN(names).execute(transaction)).rows,
    ...schemasAhead(names).map(({ schema, of }): Foreign => {
      const before = of === names.own ? "the schema of audit_event" : of;
      return { kind: "view", name: `${schema} before ${before}` };
    }),
  ]);
  const named = (name: string) => ({ name: name.slice(0, FOREIGN_NAME_MAX_CHARS) });
  return [
    ...(await findChangedDefinitions()).map((name) => foundAt("definition-changed", named(name))),
    ...rows.map(({ kind, name }) => foundAt(`foreign-${kind}`, named(name))),
  ];
}

/** Each is a finding until an admin has acknowledged it, and again while it stands. @returns them */
export async function recordForeignRules(): Promise<Found[]> {
  const found = await findForeignRules();
  for (const finding of found) await recordFinding(finding);
  return found;
}
