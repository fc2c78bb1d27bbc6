/** Ends the runs whose process is gone as interrupted, with the answer text from their log. */
import "server-only";
import { sql } from "kysely";
import type { RunArtifacts } from "../../../contracts/run/run-work.ts";
import { endPart, toEndRows } from "../../audit/record-in-statement.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { columnsOf, insertFrom, table } from "../../typed-sql.ts";
import { ENDED, partsOf, toArtifactRows, withArtifacts } from "../finish/write-artifacts.ts";
import { tagsOf } from "../tags-of.ts";

const INTERRUPTED = { ending: "interrupted", reason: "interrupted" } as const;

/** `goneMs`: how long its lease has been over. */
export type OrphanedRun = { id: string; goneMs: number };

export type OrphanScope = {
  /** Runs that this process still works on or has yet to store the end of: they are not orphaned. */
  held: readonly string[];
  /**
   * Where one server at a time works with a data folder: `owner` is this process, and every other owner whose name begins
   * with `prefix` is gone, whatever its lease says. Null: only leases tell.
   */
  predecessors: { prefix: string; owner: string } | null;
};

const ONLY_LEASES: OrphanScope = { held: [], predecessors: null };

const run = columnsOf("run");

/** A comparison with NULL matches no lease owner. */
export function isOrphaned({ held, predecessors }: OrphanScope = ONLY_LEASES) {
  return sql<boolean>`(${run("status")} = 'running' AND NOT (${run("id")} = ANY(${[...held]}::uuid[]))
    AND (${run("lease_until")} < now() OR (
      starts_with(${run("lease_owner")}, ${predecessors?.prefix ?? null}::text)
      AND ${run("lease_owner")} <> ${predecessors?.owner ?? null}::text)))`;
}

export function findOrphanedRuns(scope = ONLY_LEASES): Promise<OrphanedRun[]> {
  return kysely()
    .selectFrom("run")
    .select("id")
    .select(
      sql<number>`extract(epoch FROM now() - ${run("lease_until")})::float8 * 1000`.as("goneMs"),
    )
    .where(isOrphaned(scope))
    .orderBy("lease_until")
    .execute();
}

/** @returns the ids of the runs ended by this call; others may have been renewed or ended elsewhere */
export async function interruptOrphanedRuns(
  runIds: readonly string[],
  scope = ONLY_LEASES,
): Promise<string[]> {
  const ended: string[] = [];
  for (const runId of runIds) if (await interruptRun(runId, scope)) ended.push(runId);
  return ended;
}

/**
 * One transaction: locks the run, so that its process can append nothing more; reads its log; stores its end and what
 * the log says that it left behind.
 */
function interruptRun(runId: string, scope: OrphanScope): Promise<boolean> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const dead = await transaction
        .selectFrom("run")
        .select(["id", "conversation_id", "user_message_id", "user_id"])
        .where("id", "=", runId)
        .where(isOrphaned(scope))
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!dead) return false;
      // Loaded where a run is orphaned: it needs every agent, and a server's start needs none.
      const { artifactsFromLog } = await import("../artifacts-from-log.ts");
      const left = await artifactsFromLog(transaction, dead);
      await endStatement(transaction, { runId: dead.id, userId: dead.user_id }, left).execute();
      return true;
    });
}

function endStatement(
  transaction: DatabaseTransaction,
  dead: { runId: string; userId: string },
  { artifacts, answer }: { artifacts: RunArtifacts; answer: string },
) {
  const ended = transaction
    .with("ended", (db) =>
      db
        .updateTable("run")
        .set({
          status: INTERRUPTED.ending,
          reason: INTERRUPTED.reason,
          ended_at: sql<Date>`now()`,
          policy_outcome: artifacts.policyOutcome,
          cost: artifacts.spending.cost,
          cost_note: artifacts.spending.note,
          tags: tagsOf(artifacts),
        })
        .where("id", "=", dead.runId)
        .returning(ENDED),
    )
    .with("answered", (db) =>
      db
        .updateTable("message")
        .from("ended")
        // An answer that continues another one has its text from the start, before anything is logged.
        .set({ ...INTERRUPTED, ...(answer === "" ? {} : { content: answer }) })
        .whereRef("message.id", "=", "ended.answer_message_id"),
    )
    .with("appended", (db) => {
      const [id, last] = [columnsOf("run", "ended")("id"), columnsOf("run_event", "last")];
      const source = sql`ended LEFT JOIN ${table("run_event")} AS last ON ${last("run_id")} = ${id} GROUP BY ${id}`;
      return insertFrom(db, "run_event", source, {
        run_id: id,
        seq: sql<number>`coalesce(max(${last("seq")}), 0) + 1`,
        public_seq: sql<number>`coalesce(max(${last("public_seq")}), 0) + 1`,
        at: sql<Date>`now()`,
        type: sql<string>`'run.ended'`,
        visibility: sql<string>`'public'`,
        payload: sql`${JSON.stringify(INTERRUPTED)}::jsonb`,
      });
    })
    .with("recorded_end", (db) => endPart(db, sql`${toEndRows(dead, INTERRUPTED)}`));
  const rows = toArtifactRows(artifacts);
  return withArtifacts(ended, partsOf(rows), (part) => sql<string>`${rows[part]}`)
    .selectFrom("ended")
    .select("ended.id");
}
