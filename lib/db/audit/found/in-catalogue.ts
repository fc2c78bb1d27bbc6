/** Reads PostgreSQL's catalogue where no table, function or operator of the database can stand in for one of the catalogue. */
import "server-only";
import { sql } from "kysely";
import { type DatabaseTransaction, kysely } from "../../client.ts";

/** How the connections of this server look up names. */
export type Names = {
  /** Schemas, in their order. */
  schemas: readonly string[];
  /** The schema of `audit_event`. */
  own: string;
};

/** @param read runs in a transaction in which names without a schema are the catalogue's */
export function inCatalogue<Result>(
  read: (transaction: DatabaseTransaction, names: Names) => Promise<Result>,
): Promise<Result> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const { rows: path } = await sql<Pick<Names, "schemas">>`
        SELECT pg_catalog.current_schemas(true)::pg_catalog.text[] AS schemas`.execute(transaction);
      const { rows: tables } = await sql<{ id: number }>`
        SELECT 'audit_event'::pg_catalog.regclass::pg_catalog.oid AS id`.execute(transaction);
      await sql`SET LOCAL search_path = pg_catalog, pg_temp`.execute(transaction);
      const { rows: schemas } = await sql<{ own: string }>`
        SELECT nspname AS own FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        WHERE pg_class.oid = ${tables[0]?.id ?? 0}::oid`.execute(transaction);
      return read(transaction, { schemas: path[0]?.schemas ?? [], own: schemas[0]?.own ?? "" });
    });
}

const CATALOGUE = "pg_catalog";

/** Schemas in which a name is looked up too early: before the catalogue, or before our own tables. */
export function schemasAhead({ schemas, own }: Names): { schema: string; of: string }[] {
  // PostgreSQL looks into the schema of temporary tables first, unless it is told otherwise; it is never searched for functions.
  const lasting = schemas.filter((schema) => !schema.startsWith("pg_temp"));
  const before = (name: string) => lasting.slice(0, Math.max(lasting.indexOf(name), 0));
  return [
    ...before(CATALOGUE).map((schema) => ({ schema, of: CATALOGUE })),
    ...before(own).flatMap((schema) => (schema === CATALOGUE ? [] : [{ schema, of: own }])),
  ];
}
