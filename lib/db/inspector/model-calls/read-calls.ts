/** Reads a range of a run's model calls, and the visible answer. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { CallsQuery, TitleCall } from "../../../contracts/inspector/run/call-inspection.ts";
import type { InspectedRun } from "../../../contracts/inspector/run/inspected-run.ts";
import { foldAnswer } from "../../../contracts/run/fold-answer.ts";
import { PromptManifest } from "../../../contracts/run/prompt-manifest.ts";
import { TitleOutcome } from "../../../contracts/run/title-outcome.ts";
import { AppError } from "../../../errors/app-error.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { CALLS_PAGE_MAX, STOPPED_PROMPTS_MAX, WHY_CALLS_MAX } from "../../limits.ts";
import { answerPieces } from "../../runs/logged-answer.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { findRun } from "../find-run.ts";
import {
  countCalled,
  type LoggedEvent,
  readCalled,
  readCallSequels,
  readLastCalled,
  readStopped,
} from "./read-call-events.ts";
import { type CallMaterial, readCallMaterial } from "./read-call-material.ts";

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
async function readVisibleAnswer(transaction: DatabaseTransaction, runId: string): Promise<string> {
  const { status, content, pieces } = await transaction
    .selectFrom("run")
    .innerJoin("message", "message.id", "run.answer_message_id")
    .select(({ ref }) => [
      "run.status",
      "message.content",
      answerPieces(ref("run.id"), sql`${ref("run.status")} = 'running'`).as("pieces"),
    ])
    .where("run.id", "=", runId)
    .executeTakeFirstOrThrow();
  return status === "running" ? foldAnswer(pieces ?? []).text : content;
}

type StoredCall = { called: LoggedEvent; sequels: LoggedEvent[]; material: CallMaterial };

/**
 * Reads one model call with everything that its rebuild needs.
 * @param seq of its `model.called`
 * @throws AppError `forbidden`, `not-found`
 */
export async function readCall(actor: Actor, runId: string, seq: number): Promise<StoredCall> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    const run = await findRun(actor, runId, transaction);
    const [called] = await readCalled(transaction, runId, { after: seq - 1, limit: 1 });
    if (called?.seq !== seq) throw new AppError("not-found");
    await recordInspection(transaction, actor, runId, { part: "call", seq });
    return {
      called,
      sequels: await readCallSequels(transaction, runId, [called]),
      material: await readCallMaterial(transaction, run, [called]),
    };
  });
}

/**
 * Reads the call for a conversation's title that followed a run: its figures and its manifest, which have no text.
 * Audited with the run's calls. @throws AppError `forbidden` without `run:inspect`
 */
export async function readTitleCall(actor: Actor, runId: string): Promise<TitleCall | null> {
  assertCan(actor, "run:inspect");
  const row = await kysely()
    .selectFrom("title_call")
    .selectAll()
    .where("run_id", "=", runId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    outcome: TitleOutcome.parse(row.outcome),
    reason: row.reason,
    model: row.model,
    manifest: PromptManifest.parse(row.manifest),
    startedAt: row.started_at.toISOString(),
    durationMs: row.duration_ms,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cost: row.cost,
  };
}

type StoredCallWords = {
  answer: string;
  called: LoggedEvent[];
  callsInRun: number;
  material: CallMaterial;
};

/**
 * Reads what the search for an answer's words needs: the visible answer, and everything about the newest calls.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readCallWords(actor: Actor, runId: string): Promise<StoredCallWords> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    const run = await findRun(actor, runId, transaction);
    await recordInspection(transaction, actor, runId, { part: "why", seq: 0 });
    const called = await readLastCalled(transaction, runId, WHY_CALLS_MAX);
    const { total: callsInRun } = await countCalled(transaction, runId);
    const answer = await readVisibleAnswer(transaction, runId);
    return {
      answer,
      called,
      callsInRun,
      material: await readCallMaterial(transaction, run, called),
    };
  });
}
