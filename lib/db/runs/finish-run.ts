import "server-only";
/** Ends a run in one statement: last events, answer, figures and all it leaves behind commit together or not at all. */
import type { LogEvent } from "../../contracts/log-event.ts";
import type { RunResult } from "../../contracts/run-work.ts";
import { runStatement } from "../run-statement.ts";
import { storableJson, storableText } from "../storable-json.ts";
import { toEventRows } from "./append-run-events.ts";
import { type Artifacts, finishStatement } from "./finish-run-sql.ts";
import { marksOf } from "./tags-of.ts";

export type FinishRun = RunResult & {
  runId: string;
  leaseOwner: string;
  answer: string;
  /** Events that no flush has stored yet; the last is `run.ended`. */
  events: readonly LogEvent[];
  /** Whether other instances hear of it at once; else `appendRunEvents` is to tell them. */
  tells: boolean;
};

/** Providers say what a model is called, and an index holds it. */
const MODEL_MAX_CHARS = 200;

/** @returns false where the lease was lost: nothing was written, somebody else ends this run */
export async function finishRun(input: FinishRun): Promise<boolean> {
  const { totals } = input;
  const artifacts = toArtifacts(input);
  const rows = await runStatement(finishStatement(artifacts), [
    input.runId,
    input.leaseOwner,
    input.ending,
    input.reason,
    storableText(input.answer),
    toEventRows(input.events),
    totals.agentId,
    totals.model?.slice(0, MODEL_MAX_CHARS) ?? null,
    totals.rounds,
    totals.modelCalls,
    totals.toolCalls,
    totals.inputTokens,
    totals.outputTokens,
    input.deviation?.score ?? null,
    input.deviation ? storableJson(input.deviation.detail) : null,
    input.policyOutcome,
    storableJson({ marks: marksOf(input), ...artifacts }),
    input.tells,
  ]);
  return rows.length === 1;
}

/** What the run leaves behind: a list per table, its keys the table's columns. */
function toArtifacts(input: FinishRun): Artifacts {
  return {
    set_aside: input.quarantined.map(({ agentId, version, reason }) => ({
      agent_id: agentId,
      version,
      reason,
    })),
    states: input.newStates.map(({ agentId, ...rest }) => ({ agent_id: agentId, ...rest })),
    deltas: input.contextDeltas.map((delta) => ({
      agent_id: delta.agentId,
      ordinal: delta.ordinal,
      hop_ref: delta.hopRef,
      origin: delta.origin,
      delta: delta.delta,
      patch: delta.patch,
      before_sha256: delta.beforeSha256,
      after_sha256: delta.afterSha256,
    })),
    approvals: input.approvals.map(({ agentId, suspendedPlan, ...rest }) => ({
      agent_id: agentId,
      course: suspendedPlan,
      ...rest,
    })),
    documents: input.documents.map(({ id, name, mediaType, data }) => ({
      id,
      name,
      media_type: mediaType,
      size_bytes: data.byteLength,
      base64: Buffer.from(data).toString("base64"),
    })),
    nodes: input.nodeHistory.map((node) => ({
      hop_ref: node.hopRef,
      parent_ref: node.parentRef,
      kind: node.kind,
      node_id: node.nodeId,
      input_sha256: node.inputSha256,
      output_sha256: node.outputSha256,
      outcome: node.outcome,
      model: node.model,
      started_at: node.startedAt,
      duration_ms: node.durationMs,
    })),
  };
}
