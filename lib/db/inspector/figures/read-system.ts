/** Reads which instances there are, what they took over, and the work at this moment. Every part has an index of its own. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type {
  InspectedInstance,
  InspectedTakeover,
  InspectedWork,
  StoredSystem,
} from "../../../contracts/inspector/inspected-system.ts";
import { INSTANCE_GONE_MS } from "../../../contracts/limits.ts";
import { kysely } from "../../client.ts";
import { INSTANCES_SHOWN_MAX, INSTANCES_SHOWN_MS, TAKEOVERS_SHOWN_MAX } from "../../limits.ts";
import { columnsOf, fromNow, table } from "../../typed-sql.ts";

const instance = columnsOf("instance");
const taken = columnsOf("log_event", "taken");
const noted = columnsOf("log_event", "noted");
const run = columnsOf("run");
const audit = columnsOf("audit_event");
const place = columnsOf("model_place");

/**
 * Shows nothing of a person, so it is not audited.
 * @throws AppError `forbidden` without `models:inspect`
 */
export async function readSystem(actor: Actor): Promise<StoredSystem> {
  assertCan(actor, "models:inspect");
  const [instances, takeovers, { at, ...runs }, unsealed, places, jobs] = await Promise.all([
    readInstances(),
    readTakeovers(),
    readRuns(),
    countUnsealed(),
    countPlaces(),
    countJobs(),
  ]);
  return { at, instances, takeovers, work: { ...runs, unsealed, places, jobs } };
}

/** An instance that is told to end may be gone, too: then it has ended. */
async function readInstances(): Promise<InspectedInstance[]> {
  const isGone = sql<boolean>`${instance("seen_at")} <= ${fromNow(-INSTANCE_GONE_MS)}`;
  const rows = await kysely()
    .selectFrom("instance")
    .selectAll()
    .select(isGone.as("is_gone"))
    .where("seen_at", ">", fromNow(-INSTANCES_SHOWN_MS))
    .orderBy(isGone)
    .orderBy("started_at", "desc")
    .orderBy("id")
    .limit(INSTANCES_SHOWN_MAX)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    state: row.is_gone ? "gone" : row.is_draining ? "draining" : "up",
    startedAt: row.started_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
    runs: row.runs,
    streams: row.streams,
    takeovers: row.takeovers,
    memoryBytes: Number(row.memory),
  }));
}

type TakeoverRow = Omit<InspectedTakeover, "at"> & { at: Date };

async function readTakeovers(): Promise<InspectedTakeover[]> {
  const { rows } = await sql<TakeoverRow>`
    SELECT ${taken("run_id")} AS "runId", ${taken("seq")} AS seq, ${taken("at")} AS at,
      coalesce(${taken("payload")} ->> 'from', '') AS "from", coalesce(${taken("payload")} ->> 'to', '') AS "to",
      coalesce((${taken("payload")} ->> 'takeover')::int, 1) AS takeover,
      coalesce((${taken("payload")} ->> 'length')::int, 0) AS length,
      EXISTS (SELECT FROM ${table("log_event")} AS noted WHERE ${noted("run_id")} = ${taken("run_id")}
        AND ${noted("type")} = 'run.noted'
        AND ${noted("payload")} ->> 'code' = 'may-have-happened') AS "mayHaveHappened"
    FROM ${table("log_event")} AS taken
    WHERE ${taken("type")} = 'run.taken_over'
    ORDER BY ${taken("at")} DESC, ${taken("run_id")}, ${taken("seq")} DESC
    LIMIT ${TAKEOVERS_SHOWN_MAX}`.execute(kysely());
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

type Running = Pick<InspectedWork, "running" | "expired" | "oldest">;

async function readRuns(): Promise<Running & Pick<StoredSystem, "at">> {
  const running = kysely().selectFrom("run").where("status", "=", "running");
  const [{ at, ...counts }, oldest] = await Promise.all([
    running
      .select([
        sql<Date>`now()`.as("at"),
        sql<number>`count(*)::int`.as("running"),
        sql<number>`(count(*) FILTER (WHERE ${run("lease_until")} < now()))::int`.as("expired"),
      ])
      .executeTakeFirstOrThrow(),
    running.select(["id", "started_at"]).orderBy("started_at").limit(1).executeTakeFirst(),
  ]);
  return {
    at: at.toISOString(),
    ...counts,
    oldest: oldest ? { runId: oldest.id, startedAt: oldest.started_at.toISOString() } : null,
  };
}

async function countUnsealed(): Promise<number> {
  const { rows } = await sql<{ unsealed: number }>`
    SELECT count(*)::int AS unsealed FROM ${table("audit_event")}
    WHERE ${audit("place")} IS NULL`.execute(kysely());
  return rows[0]?.unsealed ?? 0;
}

async function countPlaces(): Promise<InspectedWork["places"]> {
  const { rows } = await sql<InspectedWork["places"][number]>`
    SELECT ${place("queue")}, count(${place("slot")})::int AS taken,
      (count(*) FILTER (WHERE ${place("slot")} IS NULL))::int AS waiting
    FROM ${table("model_place")} WHERE ${place("lease_until")} > now()
    GROUP BY ${place("queue")} ORDER BY ${place("queue")}`.execute(kysely());
  return rows;
}

/** pg-boss makes its tables when it starts, and deletes old jobs, so that they stay few. */
async function countJobs(): Promise<InspectedWork["jobs"]> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT to_regclass('pgboss.job') IS NOT NULL AS exists`.execute(kysely());
  if (!rows[0]?.exists) return null;
  const counted = await sql<{ state: string; jobs: number }>`
    SELECT state::text AS state, count(*)::int AS jobs FROM pgboss.job GROUP BY state ORDER BY state`.execute(
    kysely(),
  );
  return counted.rows;
}
