/** Reads only the events of plan and execution from a run's log. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { AppError } from "../../../errors/app-error.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { assertRun, type StoredEvent, selectEvents } from "./read-events.ts";

/** `payload` is the raw column; for a hop's start, only its place in the tree. The caller validates it. */
export type StoredPlanEvent = { seq: number; at: Date; type: string; payload: unknown };

export type StoredPlanLog = {
  status: string;
  /** D in the table of runs. */
  deviation: number | null;
  /** What the run asked the person, oldest first, and what became of it. */
  approvals: { tool: string; status: string }[];
  /** In the order of the log. */
  events: StoredPlanEvent[];
};

const TYPES = [
  "hop.started",
  "hop.ended",
  "plan.made",
  "plan.frozen",
  "plan.refused",
  "approval.requested",
  "execution.recorded",
  "execution.claimed",
  "deviation.scored",
];

/** Fields of the start of a hop or a call that give its place in the tree and in the plan. */
const PLACE = [
  "hopRef",
  "parentRef",
  "kind",
  "nodeId",
  "tool",
  "planStepId",
  "argsSha256",
  "writes",
];

/** Events of unfinished steps, which matter only while the run is active. */
const GOING_TYPES = [...TYPES, "tool.called"];

/**
 * Audited as `run.inspected` before anything is read.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readPlanLog(actor: Actor, runId: string): Promise<StoredPlanLog> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    await recordInspection(transaction, actor, runId, { part: "plan", afterSeq: 0 });
    return selectPlanLog(transaction, runId);
  });
}

/**
 * For a transaction that has written its audit row.
 * @param only events of these types; else all types that describe plan or execution
 * @throws AppError `not-found`
 */
export async function selectPlanLog(
  transaction: DatabaseTransaction,
  runId: string,
  only?: readonly string[],
): Promise<StoredPlanLog> {
  const run = await transaction
    .selectFrom("run")
    .leftJoin("run_score", "run_score.run_id", "run.id")
    .select(["run.status", "run_score.deviation"])
    .where("run.id", "=", runId)
    .executeTakeFirst();
  if (!run) throw new AppError("not-found");
  const types = only ?? (run.status === "running" ? GOING_TYPES : TYPES);
  const events = await transaction
    .selectFrom("log_event")
    .select(({ ref }) => [
      ...(["seq", "at", "type"] as const),
      sql<unknown>`CASE WHEN ${ref("type")} IN ('hop.started', 'tool.called')
        THEN jsonb_strip_nulls(jsonb_build_object(${sql.join(
          PLACE.flatMap((field) => [sql.lit(field), sql`${ref("payload")}->${sql.lit(field)}`]),
        )})) ELSE ${ref("payload")} END`.as("payload"),
    ])
    .where("run_id", "=", runId)
    .where("type", "in", types)
    .orderBy("seq")
    .execute();
  const approvals = await transaction
    .selectFrom("approval")
    .select(["tool", "status"])
    .where("run_id", "=", runId)
    .orderBy("created_at")
    .execute();
  return { status: run.status, deviation: run.deviation, approvals, events };
}

/**
 * The events in which a step's arguments stand: what the planning calls wrote, and the call itself.
 * Audited as `run.inspected` before anything is read.
 * @param hopRef the hop of the execution; null for a step that did not run
 * @throws AppError `forbidden`, `not-found`
 */
export async function readStepMaterial(
  actor: Actor,
  runId: string,
  hopRef: string | null,
): Promise<StoredEvent[]> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    await assertRun(transaction, runId);
    await recordInspection(transaction, actor, runId, { part: "plan", afterSeq: 0 });
    const planners = transaction
      .selectFrom("log_event as planned")
      .select("planned.hop_ref")
      .where("planned.run_id", "=", runId)
      .where("planned.type", "=", "plan.made");
    return selectEvents(transaction, runId)
      .where(({ and, or, eb }) =>
        or([
          and([eb("type", "=", "model.answered"), eb("hop_ref", "in", planners)]),
          and([eb("type", "=", "tool.called"), eb("hop_ref", "=", hopRef ?? "")]),
        ]),
      )
      .execute();
  });
}
