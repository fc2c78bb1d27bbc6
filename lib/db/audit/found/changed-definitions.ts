/**
 * Compares the definitions of our tables with what the migrations make: own-catalogue.json, which a test writes and proves.
 * These definitions decide what can be written and read: columns with their defaults, constraints, indexes that refuse rows
 * or evaluate something, the view, and the functions that PostgreSQL may call. One line for each, spelled alike by PostgreSQL
 * 15 to 18.
 */
import "server-only";
import { sql } from "kysely";
import { processWide } from "../../../env/process-wide.ts";
import { type DatabaseTransaction, db } from "../../client.ts";
import { EDITS_FOUND_MAX, OTHER_MIGRATIONS_MS } from "../../limits.ts";
import { describeCode } from "./describe-code.ts";
import { inCatalogue, type Names } from "./in-catalogue.ts";
import own from "./own-catalogue.json" with { type: "json" };

const MIGRATIONS: ReadonlySet<string> = new Set(own.migrations);
const LINES: ReadonlySet<string> = new Set(own.lines);
const OWNERS: ReadonlySet<string> = new Set(own.owners);

/** When this process first saw migrations of another version, in milliseconds since 1970. */
const firstSeen = processWide<{ at: number | null }>("other-migrations", () => ({ at: null }));

/**
 * Tables that we do not know are not compared, and neither is anything while the database has migrations of a
 * newer version, which another instance has begun; after `OTHER_MIGRATIONS_MS` these are what is found.
 * @returns what was added, removed or changed, at most `EDITS_FOUND_MAX`: as `added: constraint NAME on TABLE: …`
 */
export async function findChangedDefinitions(): Promise<string[]> {
  const changed = compare(await inCatalogue(describeCatalogue));
  if (changed.length === 0) return [];
  const others = await readOtherMigrations();
  if (others.length === 0) return changed.slice(0, EDITS_FOUND_MAX);
  firstSeen().at ??= Date.now();
  const isLong = Date.now() - (firstSeen().at ?? 0) > OTHER_MIGRATIONS_MS;
  return isLong ? others.map((name) => `added: migration ${name}`) : [];
}

function compare(definitions: readonly Definition[]): string[] {
  const known = definitions.filter(({ owner, isCode }) => isCode || OWNERS.has(owner));
  const there = new Set(known.filter(({ isPart }) => !isPart).map(({ line }) => line));
  return [
    ...own.lines.filter((line) => !there.has(line)).map((line) => `removed: ${line}`),
    ...known.flatMap(({ line }) => (LINES.has(line) ? [] : [`added: ${line}`])),
  ];
}

/** None where they cannot be read: then what was changed is told. */
async function readOtherMigrations(): Promise<string[]> {
  try {
    const rows = await db().$queryRaw<{ name: string }[]>`
      SELECT migration_name AS name FROM _prisma_migrations ORDER BY migration_name`;
    return rows.map(({ name }) => name).filter((name) => !MIGRATIONS.has(name));
  } catch {
    return [];
  }
}

/**
 * `owner`: the table, or the function; a partition counts as its table. `isPart`: of a partition. `isCode`: what PostgreSQL may
 * call, of which nothing may be somebody else's.
 */
type Definition = { owner: string; line: string; isPart: boolean; isCode: boolean };

/**
 * Constraints and indexes that a partition has from its table are left out, and constraints that are not valid, which are a
 * finding of their own. PostgreSQL 18 lists NOT NULL among constraints; here it is of the column.
 */
const DEFINITIONS = ({ own }: Names) => sql<Omit<Definition, "isCode">>`
  WITH own AS (
    SELECT pg_class.oid, pg_class.relname AS name, pg_class.relkind, pg_class.relpersistence, pg_class.relrowsecurity,
      pg_class.relispartition AS is_part, coalesce(parent.relname, pg_class.relname) AS owner
    FROM pg_class
      LEFT JOIN pg_inherits ON inhrelid = pg_class.oid AND pg_class.relispartition
      LEFT JOIN pg_class AS parent ON parent.oid = inhparent
    WHERE pg_class.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname::text = ${own})
      AND pg_class.relkind IN ('r', 'p', 'v') AND pg_class.relname <> '_prisma_migrations'),
  told AS (
    SELECT owner, is_part, concat_ws(' ', 'table', owner, CASE WHEN is_part THEN 'p' ELSE relkind::text END, relpersistence,
      CASE WHEN relrowsecurity THEN 'row security' END) AS line FROM own
    UNION ALL
    SELECT owner, is_part, concat_ws(' ', 'column', owner || '.' || attname, format_type(atttypid, atttypmod),
      CASE WHEN attnotnull THEN 'not null' END, nullif(attgenerated::text, ''), nullif(attidentity::text, ''),
      'default ' || pg_get_expr(adbin, adrelid))
      FROM own JOIN pg_attribute ON attrelid = own.oid AND attnum > 0 AND NOT attisdropped
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE relkind <> 'v'
    UNION ALL
    SELECT owner, is_part, concat_ws(' ', 'constraint', conname, 'on', owner || ':', pg_get_constraintdef(pg_constraint.oid))
      FROM own JOIN pg_constraint ON conrelid = own.oid
      WHERE contype IN ('c', 'f', 'p', 'u', 'x') AND convalidated AND NOT (is_part AND (coninhcount > 0 OR conparentid <> 0))
    UNION ALL
    SELECT owner, is_part, concat_ws(' ', 'index', pg_get_indexdef(indexrelid), CASE WHEN NOT indisvalid THEN 'not valid' END)
      FROM own JOIN pg_index ON indrelid = own.oid JOIN pg_class AS index ON index.oid = indexrelid AND NOT index.relispartition
      WHERE indisunique OR indexprs IS NOT NULL OR indpred IS NOT NULL
    UNION ALL
    SELECT owner, is_part, concat_ws(' ', 'view', owner || ':', pg_get_viewdef(oid)) FROM own WHERE relkind = 'v')
  SELECT owner, is_part AS "isPart", replace(line, quote_ident(${own}) || '.', '') AS line FROM told`;

/** @param transaction one of `inCatalogue` */
export async function describeCatalogue(
  transaction: DatabaseTransaction,
  names: Names,
): Promise<Definition[]> {
  const { rows } = await DEFINITIONS(names).execute(transaction);
  const code = await describeCode(transaction, names);
  return [
    ...rows.map(({ owner, line, isPart }) => ({ owner, isPart, isCode: false, line: plain(line) })),
    ...code.map(({ owner, line }) => ({ owner, isPart: false, isCode: true, line: plain(line) })),
  ];
}

/** Before PostgreSQL 16, a view over one table names it before each column. */
function plain(line: string): string {
  const flat = line.replace(/\s+/g, " ").trim();
  return flat.startsWith("view ") ? flat.replaceAll("run_event.", "") : flat;
}
