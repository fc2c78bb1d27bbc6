/** How much there is to do for all instances, in one cheap statement. No words of anybody. */
import "server-only";
import { sql } from "kysely";
import { kysely } from "../client.ts";
import { table } from "../typed-sql.ts";

export type Work = {
  running: number;
  /** Runs whose lease is over. */
  expired: number;
  /** Calls to models that are made under a limit, and that wait for a place. */
  placesTaken: number;
  placesWaited: number;
  jobsDue: number;
  jobsFailed: number;
};

/** @throws where the database is away, or the queue was never started */
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
