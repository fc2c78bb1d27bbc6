import "server-only";
import { sql } from "kysely";
/** The row of this server process: one statement says that it is up, and counts the others. */
import { kysely } from "../client.ts";
import { type Given, prepareStatement } from "../prepare-statement.ts";
import { columnsOf, fromNow, table, text } from "../typed-sql.ts";

export type InstanceRow = {
  /** Its name in leases. */
  id: string;
  version: string;
  isDraining: boolean;
  runs: number;
  streams: number;
  takeovers: number;
  /** In bytes. */
  memory: number;
};

const other = columnsOf("instance", "other");

const keep = prepareStatement("keep-instance", (given: Given<InstanceRow & { goneMs: number }>) => {
  const load = {
    is_draining: sql<boolean>`${given("isDraining")}::boolean`,
    runs: sql<number>`${given("runs")}::int`,
    streams: sql<number>`${given("streams")}::int`,
    takeovers: sql<number>`${given("takeovers")}::int`,
    memory: sql<string>`${given("memory")}::bigint`,
  };
  return kysely()
    .insertInto("instance")
    .values({ id: text(given("id")), version: text(given("version")), ...load })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({ seen_at: sql<Date>`now()`, ...load }),
    )
    .returning(
      sql<number>`(SELECT count(*)::int FROM ${table("instance")} AS other
        WHERE split_part(${other("id")}, ':', 1) <> split_part(${text(given("id"))}, ':', 1) AND NOT ${other("is_draining")}
          AND ${other("seen_at")} > ${fromNow(sql<number>`-${given("goneMs")}::float8`)})`.as(
        "others",
      ),
    );
});

/** @returns how many others were seen within `goneMs` and stay; one of the same name was this one's predecessor */
export async function keepInstanceRow(row: InstanceRow, goneMs: number): Promise<number> {
  const [kept] = await keep({ ...row, goneMs });
  return kept?.others ?? 0;
}
