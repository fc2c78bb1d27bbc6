import "server-only";
/** What the loop is given and the ways in which a step of it can lead on. */
import type { Actor } from "../../access/actor.ts";
import type { HopDecision } from "../../contracts/run/hop-decision.ts";
import type { RunPorts } from "../../contracts/run/run-work.ts";
import type { ErrorCode } from "../../errors/error-texts.ts";
import type { ModelMessage, ModelToolCall } from "../../llm/model-types.ts";
import type { MemoryPolicy } from "../../prompt/memory-policies.ts";
import type { Segment } from "../../prompt/segment.ts";
import type { Tool, ToolFile } from "../../tools/tool.ts";
import type { Hop, Hops } from "../record-hops.ts";

export type LoopInput = {
  agent: { id: string; memoryPolicy: MemoryPolicy; tools: readonly Tool[] };
  runId: string;
  conversationId: string;
  /** The agent's own hop. */
  hop: Hop;
  hops: Hops;
  /** System prompt, memory and current input, in the order in which the model reads them. */
  opening: readonly Segment[];
  files: readonly ToolFile[];
  /** On whose behalf; for tools that read what is a person's. */
  actor?: Actor;
  limits: { maxRounds: number; maxMs: number };
  ports: RunPorts;
  /** Waits until tools may run; false: never, the work is dropped. Absent: at once. */
  mayAct?: () => Promise<boolean>;
  /** Links calls to the plan's steps. Absent: there is no plan. */
  steps?: StepLinks;
  /** The policy decision on a call. Absent: everything is allowed. */
  govern?: (call: GovernedCall) => HopDecision;
  /** A call that the person approved: it runs first, before the model is asked. */
  approved?: ModelToolCall;
  /** Asked after each round: an end that a tool has brought about. */
  endedBy?: () => LoopEnd | null;
};

/** Links an agent's tool calls to the plan's tool steps below that agent, while they happen. */
export type StepLinks = {
  /** The step that a call of `tool@version` carries out, or null. */
  link(tool: string): string | null;
  /** Says how the step's latest attempt ended. */
  recordEnd(stepId: string, ok: boolean): void;
};

/** A tool call on its way to the policies. */
export type GovernedCall = {
  tool: Tool;
  arguments: unknown;
  hop: Hop;
  planStepId: string | null;
  approved: boolean;
};

/** Where a loop ends. */
export type LoopEnd =
  | { kind: "answered" }
  | { kind: "empty" }
  | { kind: "stopped" }
  /** A policy wants the person's word on a call before it runs. */
  | { kind: "awaits-approval"; tool: Tool; call: ModelToolCall; arguments: unknown }
  /** The task is not this agent's own, and it has said nothing: somebody else is to have it. */
  | { kind: "handed-over"; reason: string }
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
