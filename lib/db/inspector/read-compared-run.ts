/** Reads the comparable parts of two runs. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { InspectedRun } from "../../contracts/inspector/run/inspected-run.ts";
import type { CompareCandidates } from "../../contracts/inspector/run-comparison.ts";
import type { DatabaseTransaction } from "../client.ts";
import { COMPARE_CANDIDATES_MAX, COMPARED_HOPS_MAX } from "../limits.ts";
import { columnsOf } from "../typed-sql.ts";
import { auditedRead, recordInspection } from "./audited-read.ts";
import { findRun } from "./find-run.ts";
import { saidScopeOf } from "./opening/reviews.ts";
import { recordFollowing } from "./record-reads.ts";
import { type StoredPlanLog, selectPlanLog } from "./run/read-plan-log.ts";
import { maskRun, selectRunRows, toInspectedRun } from "./runs/run-rows.ts";
import { readStates, type StoredStateVersion } from "./states/read-states.ts";

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
 * Both from one snapshot. Each is audited as `run.inspected` before it is read.
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
  transaction: DatabaseTransaction,
  actor: Actor,
  runId: string,
): Promise<StoredComparedRun> {
  const run = await findRun(actor, runId, transaction);
  await recordInspection(transaction, actor, runId, { part: "comparison", afterSeq: 0 });
  const texts = await transaction
    .selectFrom("run")
    .innerJoin("message as asked", "asked.id", "run.user_message_id")
    .innerJoin("message as answered", "answered.id", "run.answer_message_id")
    .select(["asked.content as question", "answered.content as answer"])
    .where("run.id", "=", runId)
    .executeTakeFirstOrThrow();
  return {
    run,
    ...texts,
    plan: await selectPlanLog(transaction, runId, ["plan.made"]),
    hops: await selectHops(transaction, runId),
    hopCount: await countHops(transaction, runId),
    states: await readStates(transaction, runId),
  };
}

async function countHops(transaction: DatabaseTransaction, runId: string): Promise<number> {
  const { hops } = await transaction
    .selectFrom("log_event")
    .select(({ fn }) => fn.countAll<string>().as("hops"))
    .where("run_id", "=", runId)
    .where("type", "=", "hop.started")
    .executeTakeFirstOrThrow();
  return Number(hops);
}

/** Hops in starting order. Input and output digests exist only for finished runs. */
function selectHops(transaction: DatabaseTransaction, runId: string): Promise<StoredHop[]> {
  const payload = columnsOf("log_event")("payload");
  const field = (name: string) => sql<string | null>`${payload}->>${sql.lit(name)}`;
  return transaction
    .with("begun", (db) =>
      db
        .selectFrom("log_event")
        .select(["seq", field("hopRef").as("hopRef"), field("parentRef").as("parentRef")])
        .select([field("kind").as("kind"), field("nodeId").as("nodeId")])
        .where("run_id", "=", runId)
        .where("type", "=", "hop.started")
        .orderBy("seq")
        .limit(COMPARED_HOPS_MAX),
    )
    .with("ended", (db) =>
      db
        .selectFrom("log_event")
        .distinctOn(field("hopRef"))
        .select([
          field("hopRef").as("hopRef"),
          field("outcome").as("outcome"),
          sql<number | null>`CASE WHEN jsonb_typeof(${payload}->'durationMs') = 'number'
            THEN (${payload}->>'durationMs')::float8 END`.as("durationMs"),
        ])
        .where("run_id", "=", runId)
        .where("type", "=", "hop.ended")
        .orderBy(field("hopRef"))
        .orderBy("seq", "desc"),
    )
    .selectFrom("begun")
    .leftJoin("ended", "ended.hopRef", "begun.hopRef")
    .leftJoin("node_history", (join) =>
      join.on("node_history.run_id", "=", runId).onRef("node_history.hop_ref", "=", "begun.hopRef"),
    )
    .select(["begun.seq", "begun.hopRef", "begun.parentRef", "begun.kind", "begun.nodeId"])
    .select(["ended.outcome", "ended.durationMs"])
    .select([
      "node_history.input_sha256 as inputSha256",
      "node_history.output_sha256 as outputSha256",
    ])
    .orderBy("begun.seq")
    .execute();
}

/**
 * The other runs of a run's conversation, without hidden data.
 * Newest first. What people asked is shown, so the read is on record.
 * @throws AppError `forbidden` without `run:list`, `not-found`, `audit-unavailable`
 */
export async function readCompareCandidates(
  actor: Actor,
  runId: string,
): Promise<CompareCandidates> {
  assertCan(actor, "run:list");
  const said = await saidScopeOf(actor);
  return auditedRead(async (transaction) => {
    await recordFollowing(transaction, actor, runId, "candidates");
    const run = maskRun(await findRun(actor, runId, transaction), said);
    const others = transaction
      .selectFrom("run")
      .where("conversation_id", "=", run.conversation.id)
      .where("id", "<>", runId);
    const newest = others
      .select(["id", "started_at as sort_key"])
      .orderBy("started_at", "desc")
      .orderBy("id")
      .limit(COMPARE_CANDIDATES_MAX);
    const rows = await selectRunRows(transaction, sql`${newest}`)
      .orderBy("places.sort_key", "desc")
      .orderBy("run.id")
      .execute();
    const { count } = await others
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    return { run, others: rows.map((row) => toInspectedRun(row, said)), count: Number(count) };
  });
}
