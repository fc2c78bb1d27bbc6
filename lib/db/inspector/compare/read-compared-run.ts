import "server-only";
/** What is stored about two runs, as far as they can be compared. */
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { InspectedRun } from "../../../contracts/inspector/run/inspected-run.ts";
import { Prisma } from "../../generated/client.ts";
import { auditedRead, type InspectionTransaction, recordInspection } from "../audited-read.ts";
import { findRun } from "../find-run.ts";
import { type StoredPlanLog, selectPlanLog } from "../plan/read-plan-log.ts";
import { readStates, type StoredStateVersion } from "../states/read-states.ts";

/** Hops of one run that are compared. */
export const HOPS_MAX = 20_000;

export type StoredHop = {
  seq: number;
  hopRef: string | null;
  parentRef: string | null;
  kind: string | null;
  nodeId: string | null;
  outcome: string | null;
  durationMs: number | null;
  inputSha256: string | null;
  outputSha256: string | null;
};

export type StoredComparedRun = {
  run: InspectedRun;
  question: string;
  answer: string;
  plan: StoredPlanLog;
  hops: StoredHop[];
  hopCount: number;
  states: StoredStateVersion[];
};

/**
 * Both at one moment. Each is audited as `run.inspected`: without these rows, nothing is read.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readComparedRuns(
  actor: Actor,
  leftId: string,
  rightId: string,
): Promise<{ left: StoredComparedRun; right: StoredComparedRun }> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => ({
    left: await readComparedRun(transaction, actor, leftId),
    right: await readComparedRun(transaction, actor, rightId),
  }));
}

async function readComparedRun(
  transaction: InspectionTransaction,
  actor: Actor,
  runId: string,
): Promise<StoredComparedRun> {
  const run = await findRun(actor, runId, transaction);
  await recordInspection(transaction, actor, runId, { part: "comparison", afterSeq: 0 });
  const texts = await transaction.run.findUniqueOrThrow({
    where: { id: runId },
    select: {
      userMessage: { select: { content: true } },
      answerMessage: { select: { content: true } },
    },
  });
  return {
    run,
    question: texts.userMessage.content,
    answer: texts.answerMessage.content,
    plan: await selectPlanLog(transaction, runId, ["plan.made"]),
    hops: await selectHops(transaction, runId),
    hopCount: await transaction.runEvent.count({ where: { runId, type: "hop.started" } }),
    states: await readStates(transaction, runId),
  };
}

/** In the order in which they began. What went in and came out is known of hops of runs that have ended. */
function selectHops(transaction: InspectionTransaction, runId: string): Promise<StoredHop[]> {
  return transaction.$queryRaw<StoredHop[]>(Prisma.sql`
WITH begun AS (
  SELECT seq, payload FROM run_event
  WHERE run_id = ${runId}::uuid AND type = 'hop.started' ORDER BY seq LIMIT ${HOPS_MAX}
), ended AS (
  SELECT DISTINCT ON (payload->>'hopRef') payload->>'hopRef' AS hop_ref, payload->>'outcome' AS outcome,
    CASE WHEN jsonb_typeof(payload->'durationMs') = 'number' THEN (payload->>'durationMs')::float8 END AS duration_ms
  FROM run_event WHERE run_id = ${runId}::uuid AND type = 'hop.ended' ORDER BY payload->>'hopRef', seq DESC
)
SELECT b.seq, b.payload->>'hopRef' AS "hopRef", b.payload->>'parentRef' AS "parentRef",
  b.payload->>'kind' AS kind, b.payload->>'nodeId' AS "nodeId",
  e.outcome, e.duration_ms AS "durationMs", n.input_sha256 AS "inputSha256", n.output_sha256 AS "outputSha256"
FROM begun b
LEFT JOIN ended e ON e.hop_ref = b.payload->>'hopRef'
LEFT JOIN node_history n ON n.run_id = ${runId}::uuid AND n.hop_ref = b.payload->>'hopRef'
ORDER BY b.seq`);
}
