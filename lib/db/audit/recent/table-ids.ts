/**
 * Which tables have our names. Whoever fills a table of another name, waits, and exchanges it for one of ours changes none of
 * the rows that are there then.
 */
import "server-only";
import { sql } from "kysely";
import { inCatalogue } from "../found/in-catalogue.ts";
import own from "../found/own-catalogue.json" with { type: "json" };

/** Their numbers, and those of the months of the log. The same as long as none was made, exchanged or removed. */
export function tableIds(): Promise<string> {
  return inCatalogue(async (transaction, names) => {
    const { rows } = await sql<{ ids: string | null }>`
      WITH named AS (
        SELECT oid FROM pg_class
        WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname::text = ${names.own})
          AND relname::text = ANY(${own.owners}::text[]))
      SELECT string_agg(oid::text, ' ' ORDER BY oid) AS ids FROM (
        SELECT oid FROM named
        UNION SELECT relid::oid FROM named CROSS JOIN pg_partition_tree(named.oid)) AS every`.execute(
      transaction,
    );
    return rows[0]?.ids ?? "";
  });
}
