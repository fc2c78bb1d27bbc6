/** Edits a database as its owner does, who needs no key and keeps to no constraint; looks; and takes the edit back. */
import "server-only";
import { type Kysely, sql } from "kysely";
import { type Database, kysely } from "../client.ts";

export type OwnerEdit = {
  /** Those that it changes: rows of others are not put back. */
  tables: readonly string[];
  statements: readonly string[];
};

/**
 * Rows that the edit leaves alone are not written to, neither by it nor when it is taken back.
 * @returns null where the edit changes nothing, and nobody has looked
 * @throws what the edit throws, with nothing changed
 */
export async function editAsOwner<Seen>(
  { tables, statements }: OwnerEdit,
  look: () => Promise<Seen>,
): Promise<Seen | null> {
  const before = await readAll(tables);
  await withoutKeys(async (transaction) => {
    for (const statement of statements) await sql.raw(statement).execute(transaction);
  });
  const after = await readAll(tables);
  if (tables.every((name) => isEqual(before.get(name), after.get(name)))) return null;
  try {
    return await look();
  } finally {
    const now = await readAll(tables);
    await withoutKeys(async (transaction) => {
      for (const name of tables) await putBack(transaction, name, before, now);
    });
  }
}

const NONE: ReadonlySet<string> = new Set();

type Rows = ReadonlyMap<string, ReadonlySet<string>>;

/** Each row as JSON, by table. */
async function readAll(tables: readonly string[]): Promise<Rows> {
  const all = new Map<string, Set<string>>();
  for (const name of tables) {
    const { rows } = await sql<{ row: string }>`
      SELECT to_jsonb(t)::text AS row FROM ${sql.table(name)} AS t`.execute(kysely());
    all.set(name, new Set(rows.map(({ row }) => row)));
  }
  return all;
}

function isEqual(one?: ReadonlySet<string>, other?: ReadonlySet<string>): boolean {
  return one?.size === other?.size && [...(one ?? [])].every((row) => other?.has(row));
}

/** Foreign keys are triggers, which this switches off. */
function withoutKeys(work: (transaction: Kysely<Database>) => Promise<void>): Promise<void> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
      await work(transaction);
    });
}

async function putBack(
  transaction: Kysely<Database>,
  name: string,
  before: Rows,
  now: Rows,
): Promise<void> {
  const [was, is] = [before.get(name) ?? NONE, now.get(name) ?? NONE];
  const added = [...is].filter((row) => !was.has(row));
  const gone = [...was].filter((row) => !is.has(row));
  const columns = await readColumns(transaction, name);
  await sql`DELETE FROM ${sql.table(name)} AS t WHERE to_jsonb(t)::text = ANY(${added})`.execute(
    transaction,
  );
  await sql`
    INSERT INTO ${sql.table(name)} (${columns}) OVERRIDING SYSTEM VALUE
    SELECT ${columns} FROM unnest(${gone}::jsonb[]) AS given (row), jsonb_populate_record(null::${sql.table(name)}, row)`.execute(
    transaction,
  );
}

/** But for those that the database makes of others. */
async function readColumns(transaction: Kysely<Database>, name: string) {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${name}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`.execute(
    transaction,
  );
  return sql.join(rows.map((column) => sql.ref(column.name)));
}
