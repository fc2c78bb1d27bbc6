/**
 * Digests of what a run leaves in other tables, over canonical JSON of its rows. The event of its end has them; the check of
 * edits makes them again of the rows as they stand. What is changed later, honestly, is in none.
 */
import "server-only";
import { hash } from "node:crypto";
import { storableCanonical } from "../../storable-json.ts";

/** As the columns of `run` are named. */
export type FiguresRow = {
  /** Null: the agent stays that of the run's start. */
  agent_id: string | null;
  model: string | null;
  rounds: number;
  model_calls: number;
  tool_calls: number;
  input_tokens: number;
  output_tokens: number;
  policy_outcome: string | null;
  cost: number | null;
  cost_note: string | null;
  tags: string[];
};

/** As the columns of `run_score` are named. */
export type ScoreRow = { deviation: number | null; detail: unknown };

/** As the columns of `node_history` are named. */
export type HopRow = {
  hop_ref: string;
  parent_ref: string | null;
  kind: string;
  node_id: string;
  input_sha256: string | null;
  output_sha256: string | null;
  outcome: string;
  model: string | null;
  /** ISO 8601. */
  started_at: string;
  duration_ms: number;
};

/** As the columns of `context_delta` are named. */
export type DeltaRow = {
  agent_id: string;
  ordinal: number;
  hop_ref: string | null;
  origin: string;
  delta: unknown;
  patch: unknown;
  before_sha256: string;
  after_sha256: string;
};

/** As the columns of `approval` are named. */
export type ApprovalRow = {
  id: string;
  agent_id: string;
  question: string;
  tool: string;
  resume: unknown;
  suspended_plan: unknown;
};

/** SHA-256 as hex, of a text in UTF-8. */
export function digestOf(text: string): string {
  return hash("sha256", text);
}

export function digestFigures(figures: FiguresRow): string {
  return digestOf(
    storableCanonical({
      agent_id: figures.agent_id,
      model: figures.model,
      rounds: figures.rounds,
      model_calls: figures.model_calls,
      tool_calls: figures.tool_calls,
      input_tokens: figures.input_tokens,
      output_tokens: figures.output_tokens,
      policy_outcome: figures.policy_outcome,
      cost: figures.cost,
      cost_note: figures.cost_note,
      tags: figures.tags,
    }),
  );
}

/** The one row as it is stored, in canonical JSON. */
export function scoreText({ deviation, detail }: ScoreRow): string {
  return storableCanonical({ deviation, detail });
}

/** The rows as they are stored, in canonical JSON, by `hop_ref`. */
export function hopsText(hops: readonly HopRow[]): string {
  const rows = hops.map((hop) => ({
    hop_ref: hop.hop_ref,
    parent_ref: hop.parent_ref,
    kind: hop.kind,
    node_id: hop.node_id,
    input_sha256: hop.input_sha256,
    output_sha256: hop.output_sha256,
    outcome: hop.outcome,
    model: hop.model,
    started_at: new Date(hop.started_at).toISOString(),
    duration_ms: hop.duration_ms,
  }));
  return storableCanonical(rows.sort((one, other) => inOrder(one.hop_ref, other.hop_ref)));
}

/**
 * By agent, in the order of their numbers. Where the first of a run stands among those of other runs is not known before
 * they are stored, so it is in no digest.
 */
export function digestDeltas(deltas: readonly DeltaRow[]): { agentId: string; sha256: string }[] {
  const agents = Object.groupBy(deltas, ({ agent_id: agentId }) => agentId);
  return Object.entries(agents).map(([agentId, of = []]) => {
    const first = Math.min(...of.map(({ ordinal }) => ordinal));
    const rows = of.map((delta) => ({
      ordinal: delta.ordinal - first,
      hop_ref: delta.hop_ref,
      origin: delta.origin,
      delta: delta.delta,
      patch: delta.patch,
      before_sha256: delta.before_sha256,
      after_sha256: delta.after_sha256,
    }));
    rows.sort((one, other) => one.ordinal - other.ordinal);
    return { agentId, sha256: digestOf(storableCanonical(rows)) };
  });
}

/** Of one change, without its number and its agent, which its MAC names. */
export function digestDelta(delta: Omit<DeltaRow, "agent_id" | "ordinal">): string {
  return digestOf(
    storableCanonical({
      hop_ref: delta.hop_ref,
      origin: delta.origin,
      delta: delta.delta,
      patch: delta.patch,
      before_sha256: delta.before_sha256,
      after_sha256: delta.after_sha256,
    }),
  );
}

export function digestApproval({ id, agent_id, question, tool }: Omit<ApprovalRow, Resume>) {
  return digestOf(storableCanonical({ id, agent_id, question, tool }));
}

type Resume = "resume" | "suspended_plan";

export function digestResume({ resume, suspended_plan }: Pick<ApprovalRow, Resume>): string {
  return digestOf(
    storableCanonical({ resume: resume ?? null, suspended_plan: suspended_plan ?? null }),
  );
}

/** Whether nothing is left of what a call would go on with: retention wipes it. */
export function isBlank({ resume, suspended_plan: plan }: Pick<ApprovalRow, Resume>): boolean {
  return plan === null && Object.keys(Object(resume)).length === 0;
}

/** By code units, as canonical JSON orders names. */
function inOrder(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
