/** The row of this server process: one statement says that it is up, and counts the others. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
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

/** Instances that are up, beside this one. */
export type Beside = {
  /** They have another name, and stay. One of the same name is this one's predecessor. */
  others: number;
  /** They have this one's name, and are up after its start: each takes the other's runs when it starts. */
  namesakes: number;
};

const other = columnsOf("instance", "other");
const own = columnsOf("instance");
const nameOf = (id: RawBuilder<string>) => sql<string>`split_part(${id}, ':', 1)`;

const keep = prepareStatement("keep-instance", (given: Given<InstanceRow & { goneMs: number }>) => {
  const id = text(given("id"));
  const lately = fromNow(sql<number>`-${given("goneMs")}::float8`);
  const countUp = (which: RawBuilder<boolean>) =>
    sql<number>`(SELECT count(*)::int FROM ${table("instance")} AS other
      WHERE NOT ${other("is_draining")} AND ${other("seen_at")} > ${lately} AND ${which})`;
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
    .returning([
      countUp(sql<boolean>`${nameOf(other("id"))} <> ${nameOf(id)}`).as("others"),
      // A predecessor that was killed was seen for the last time before this one's start.
      countUp(
        sql<boolean>`${nameOf(other("id"))} = ${nameOf(id)} AND ${other("id")} <> ${id}
          AND ${other("seen_at")} > ${own("started_at")} + make_interval(secs => ${given("goneMs")}::float8 / 1000)`,
      ).as("namesakes"),
    ]);
});

/** @param goneMs milliseconds without a word after which an instance is not up */
export async function keepInstanceRow(row: InstanceRow, goneMs: number): Promise<Beside> {
  const [kept] = await keep({ ...row, goneMs });
  return kept ?? { others: 0, namesakes: 0 };
}
