/** Reads a range of a run's model calls, and the visible answer. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { CallsQuery } from "../../../contracts/inspector/model-calls/call-inspection.ts";
import type { InspectedRun } from "../../../contracts/inspector/run/inspected-run.ts";
import { CALLS_PAGE_MAX, STOPPED_PROMPTS_MAX } from "../../limits.ts";
import { loggedAnswer } from "../../runs/lease/sweep-expired-runs.ts";
import { auditedRead, type InspectionTransaction, recordInspection } from "../audited-read.ts";
import { findRun } from "../find-run.ts";
import {
  countCalled,
  type LoggedEvent,
  readCalled,
  readCallSequels,
  readStopped,
} from "./read-call-events.ts";

export type StoredCalls = {
  run: InspectedRun;
  called: LoggedEvent[];
  sequels: LoggedEvent[];
  stopped: LoggedEvent[];
  total: number;
  matching: number;
  hasMore: boolean;
  answer: string;
};

/** @throws AppError `forbidden`, `not-found` */
export async function readCallList(
  actor: Actor,
  runId: string,
  { after, hop }: CallsQuery,
  limit = CALLS_PAGE_MAX,
): Promise<StoredCalls> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    const run = await findRun(actor, runId, transaction);
    await recordInspection(transaction, actor, runId, { part: "calls", seq: after });
    const found = await readCalled(transaction, runId, { after, hop, limit: limit + 1 });
    const called = found.slice(0, limit);
    return {
      run,
      called,
      sequels: await readCallSequels(transaction, runId, called),
      stopped: await readStopped(transaction, runId, STOPPED_PROMPTS_MAX),
      ...(await countCalled(transaction, runId, hop)),
      hasMore: found.length > limit,
      answer: await readVisibleAnswer(transaction, runId),
    };
  });
}

/** The visible answer; for an active run, its text so far. */
export async function readVisibleAnswer(
  transaction: InspectionTransaction,
  runId: string,
): Promise<string> {
  const { answer } = await transaction
    .selectFrom("run")
    .innerJoin("message", "message.id", "run.answer_message_id")
    .select(({ ref }) =>
      sql<string>`CASE WHEN ${ref("run.status")} = 'running' THEN ${loggedAnswer(ref("run.id"))}
        ELSE ${ref("message.content")} END`.as("answer"),
    )
    .where("run.id", "=", runId)
    .executeTakeFirstOrThrow();
  return answer;
}
