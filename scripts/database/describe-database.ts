/** Describes the schema `public` of a database, one line per object, so that two databases can be compared. */
import pg from "pg";

/** Definitions come from PostgreSQL's own functions, so equal lines mean equal objects. */
const DESCRIBE = `
SELECT format('column %I.%I %s %s %s %s', t.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attnotnull THEN 'not null' ELSE 'null' END, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) AS line
  FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p', 'v') AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL
SELECT format('table %I %s %s %s %s', relname, relkind, relpersistence, pg_get_expr(relpartbound, oid), reloptions)
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
UNION ALL
SELECT format('constraint %s on %s: %s', conname, conrelid::regclass, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace
UNION ALL
SELECT format('index %s', indexdef) FROM pg_indexes WHERE schemaname = 'public'
UNION ALL
SELECT format('function %s', pg_get_functiondef(oid)) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
UNION ALL
SELECT format('view %I: %s', viewname, definition) FROM pg_views WHERE schemaname = 'public'`;

/** @returns sorted lines, without Prisma's table of migrations */
export async function describeDatabase(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(DESCRIBE);
    const lines = rows
      .map(({ line }) => line)
      .filter((line) => !line.includes("_prisma_migrations"));
    return lines.sort();
  } finally {
    await client.end();
  }
}

/** Runs SQL text, which may hold several statements. */
export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
