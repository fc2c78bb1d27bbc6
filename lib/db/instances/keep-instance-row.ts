/** The row of this server process: one statement says that it is up, and counts the others. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import { kysely } from "../client.ts";
import { INSTANCES_SHOWN_MS } from "../limits.ts";
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

/** Forgets server processes that were not seen for as long as operators see them. */
export async function forgetInstances(): Promise<void> {
  await kysely()
    .deleteFrom("instance")
    .where("seen_at", "<", fromNow(-INSTANCES_SHOWN_MS))
    .execute();
}

type Work = {
  running: number;
  /** Runs whose lease is over. */
  expired: number;
  /** Calls to models that are made under a limit, and that wait for a place. */
  placesTaken: number;
  placesWaited: number;
  jobsDue: number;
  jobsFailed: number;
};

/**
 * How much there is to do for all instances, in one cheap statement. No words of anybody.
 * @throws where the database is away, or the queue was never started
 */
export async function readWork(): Promise<Work> {
  const { rows } = await sql<Work>`SELECT
    (SELECT count(*)::int FROM ${table("run")} WHERE status = 'running') AS running,
    (SELECT count(*)::int FROM ${table("run")} WHERE status = 'running' AND lease_until < now()) AS expired,
    (SELECT count(slot)::int FROM ${table("model_place")} WHERE lease_until > now()) AS "placesTaken",
    (SELECT count(*)::int FROM ${table("model_place")} WHERE lease_until > now() AND slot IS NULL) AS "placesWaited",
    (SELECT count(*)::int FROM pgboss.job WHERE state < 'active' AND start_after < now()) AS "jobsDue",
    (SELECT count(*)::int FROM pgboss.job WHERE state = 'failed') AS "jobsFailed"`.execute(
    kysely(),
  );
  return (
    rows[0] ?? {
      running: 0,
      expired: 0,
      placesTaken: 0,
      placesWaited: 0,
      jobsDue: 0,
      jobsFailed: 0,
    }
  );
}
