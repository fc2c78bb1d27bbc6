import "server-only";
/** What the loop is given and the ways in which a step of it can lead on. */
import type { RunPorts } from "../contracts/run-work.ts";
import type { ErrorCode } from "../errors/error-texts.ts";
import type { ModelMessage } from "../llm/model-types.ts";
import type { Segment } from "../prompt/segment.ts";
import type { ToolFile } from "../tools/tool.ts";
import type { Agent } from "./agent.ts";
import type { Hops } from "./record-hops.ts";

export type LoopInput = {
  agent: Agent;
  runId: string;
  conversationId: string;
  /** The agent's own hop. */
  hopRef: string;
  hops: Hops;
  /** System prompt, memory and current input, in the order in which the model reads them. */
  opening: readonly Segment[];
  files: readonly ToolFile[];
  limits: { maxRounds: number; maxMs: number };
  ports: RunPorts;
};

/** Where a loop ends. */
export type LoopEnd =
  | { kind: "answered" }
  | { kind: "empty" }
  | { kind: "stopped" }
  | { kind: "failed"; reason: ErrorCode };

/** What one step leads to: another round, or an end. This union is the loop. */
export type Step = { kind: "again" } | LoopEnd;

export type LoopFigures = {
  model: string | null;
  rounds: number;
  modelCalls: number;
  toolCalls: number;
  inputTokens: number;
  outputTokens: number;
};

/** The state that grows while a loop runs: a scratchpad of whole rounds, and figures. */
export type LoopState = {
  /** Assistant calls and their results, paired; a round that was cut short is not in it. */
  readonly scratch: ModelMessage[];
  readonly segments: Segment[];
  readonly figures: LoopFigures;
};
