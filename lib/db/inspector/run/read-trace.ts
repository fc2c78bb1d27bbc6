/** Reads a run's trace: what started and ended, without any text. */
import "server-only";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { InspectedRun } from "../../../contracts/inspector/run/inspected-run.ts";
import { AppError } from "../../../errors/app-error.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { findRun } from "../find-run.ts";
import { recordFollowing } from "../record-reads.ts";
import { readTraceRows, type TraceRows } from "./trace-rows.ts";

export type StoredApproval = { id: string; status: string; decidedAt: Date | null };

export type StoredTrace = {
  run: InspectedRun;
  approvals: StoredApproval[];
  /** Equal versions of a run have equal traces. */
  version: string;
  /** Null if this version is cached. */
  shape: TraceRows | null;
  /** How many rows before the newest one are gone from the log. */
  missing: number;
};

/** What the caller has already: the number of events, the status, and how many calls wait for the person's word. */
export type KnownTrace = { eventCount: number; status: string; waiting: number };

/**
 * Audited as `run.inspected`: the first read always; later ones of the same operator are covered by one row per minute.
 * @param isRemembered whether the trace of a version is cached; the log is append-only, so a version never changes
 * @returns null where nothing has changed since `known`
 * @throws AppError `forbidden`, `not-found`
 */
export async function readTrace(
  actor: Actor,
  runId: string,
  known: KnownTrace | null,
  isRemembered: (version: string) => boolean = () => false,
): Promise<StoredTrace | null> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    const { stored, ...stand } = await standOf(transaction, runId);
    const { eventCount } = stand;
    if (known && isDeepStrictEqual(known, stand)) return null;
    const run = await findRun(actor, runId, transaction);
    if (known) await recordFollowing(transaction, actor, runId, "trace");
    else await recordInspection(transaction, actor, runId, { part: "trace", afterSeq: 0 });
    const approvals = await approvalsOf(transaction, run);
    const decisions = approvals.map(({ id, status }) => `${id} ${status}`);
    const version = [runId, run.status, eventCount, stored, ...decisions].join();
    const shape = isRemembered(version) ? null : await readTraceRows(transaction, runId);
    return { run, approvals, version, shape, missing: eventCount - stored };
  });
}

/** Events are gapless from 1, so fewer rows than the newest number means that rows were removed. */
async function standOf(
  transaction: DatabaseTransaction,
  runId: string,
): Promise<KnownTrace & { stored: number }> {
  const stand = await transaction
    .selectFrom("run")
    .select(({ selectFrom, fn }) => [
      "status",
      fn
        .coalesce(
          selectFrom("log_event")
            .select((event) => event.fn.max("log_event.seq").as("last"))
            .whereRef("log_event.run_id", "=", "run.id"),
          sql<number>`0`,
        )
        .as("eventCount"),
      fn
        .coalesce(
          selectFrom("log_event")
            .select(sql<number>`count(*)::int`.as("many"))
            .whereRef("log_event.run_id", "=", "run.id"),
          sql<number>`0`,
        )
        .as("stored"),
      fn
        .coalesce(
          selectFrom("approval")
            .select(sql<number>`count(*)::int`.as("many"))
            .whereRef("approval.conversation_id", "=", "run.conversation_id")
            .whereRef("approval.run_id", "=", "run.id")
            .where("approval.status", "=", "pending"),
          sql<number>`0`,
        )
        .as("waiting"),
    ])
    .where("id", "=", runId)
    .executeTakeFirst();
  if (!stand) throw new AppError("not-found");
  return stand;
}

function approvalsOf(
  transaction: DatabaseTransaction,
  run: InspectedRun,
): Promise<StoredApproval[]> {
  return transaction
    .selectFrom("approval")
    .select(["id", "status", "decided_at as decidedAt"])
    .where("conversation_id", "=", run.conversation.id)
    .where("run_id", "=", run.id)
    .orderBy("created_at")
    .execute();
}
