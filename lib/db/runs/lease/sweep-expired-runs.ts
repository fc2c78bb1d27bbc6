/** Finds runs whose process is gone, and ends as interrupted those that no process goes on with, with the answer from their log. */
import "server-only";
import { sql } from "kysely";
import { NO_ARTIFACTS, type RunArtifacts } from "../../../contracts/run/run-work.ts";
import { endPart, toEndRows } from "../../audit/record-in-statement.ts";
import { digestFigures } from "../../audit/runs/left-rows.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { columnsOf } from "../../typed-sql.ts";
import { appendEvents } from "../append-run-events.ts";
import { ENDED, toArtifactRows, withArtifacts } from "../finish/write-artifacts.ts";
import { endOfLog, signEvents, toEventRows } from "../signed-event.ts";
import { tagsOf } from "../tags-of.ts";
import { readChain, type StoredChain } from "./read-chain.ts";

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
      const chain = await readChain(transaction, dead.id);
      const left = chain.isOwn ? await readLeft(transaction, dead) : NOTHING_LEFT;
      await endStatement(transaction, dead, left, chain).execute();
      return true;
    });
}

type DeadRun = {
  id: string;
  conversation_id: string;
  user_message_id: string;
  user_id: string;
};

type Left = { artifacts: RunArtifacts; answer: string };

/** Nothing is kept of a log that was forged. */
const NOTHING_LEFT: Left = { artifacts: NO_ARTIFACTS, answer: "" };

async function readLeft(transaction: DatabaseTransaction, dead: DeadRun): Promise<Left> {
  // Loaded where a run is orphaned: it needs every agent, and a server's start needs none.
  const { artifactsFromLog } = await import("../artifacts-from-log.ts");
  return artifactsFromLog(transaction, dead);
}

/** What of a run's figures its own process would have stored: as at its start. */
const UNCOUNTED = {
  agent_id: null,
  model: null,
  rounds: 0,
  model_calls: 0,
  tool_calls: 0,
  input_tokens: 0,
  output_tokens: 0,
};

function endStatement(
  transaction: DatabaseTransaction,
  dead: DeadRun,
  { artifacts, answer }: Left,
  chain: StoredChain,
) {
  const { id: runId, user_id: userId } = dead;
  const { parts, rowsOf, left } = toArtifactRows(artifacts);
  const rows = rowsOf(dead);
  const figures = {
    ...UNCOUNTED,
    policy_outcome: artifacts.policyOutcome,
    cost: artifacts.spending.cost,
    cost_note: artifacts.spending.note,
    tags: tagsOf(artifacts),
  };
  const place = { runId, seq: chain.seq + 1, publicSeq: chain.publicSeq + 1 };
  const at = new Date().toISOString();
  const body = {
    type: "run.ended" as const,
    ...INTERRUPTED,
    left: { ...left, runSha256: digestFigures(figures) },
  };
  const last = signEvents([{ ...place, at, body }], chain.mac);
  const endRows = toEndRows({ runId, userId }, INTERRUPTED, endOfLog(last, chain));
  const ended = transaction
    .with("ended", (db) =>
      db
        .updateTable("run")
        .set({
          status: INTERRUPTED.ending,
          reason: INTERRUPTED.reason,
          ended_at: sql<Date>`now()`,
          policy_outcome: figures.policy_outcome,
          cost: figures.cost,
          cost_note: figures.cost_note,
          tags: figures.tags,
        })
        .where("id", "=", runId)
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
    .with("appended", (db) => appendEvents(db, sql`${toEventRows(last)}`, "ended", false))
    .with("recorded_end", (db) => endPart(db, sql`${endRows}`));
  return withArtifacts(ended, parts, (part) => sql<string>`${rows[part]}`)
    .selectFrom("ended")
    .select("ended.id");
}
