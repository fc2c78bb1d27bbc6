import "server-only";
/** What an agent's code is given, and what it gives back. */
import type { Actor } from "../access/actor.ts";
import type { CoordinatorContext } from "../context-state/coordinator-context.ts";
import type { StoredDelta } from "../context-state/replay-deltas.ts";
import type {
  ApprovalDecision,
  HopDecision,
  PendingApproval,
} from "../contracts/run/hop-decision.ts";
import type { RunArtifacts, RunPorts } from "../contracts/run/run-work.ts";
import type { VisibleTurn } from "../hidden-state/exchanges/select-exchanges.ts";
import type { Tool, ToolFile } from "../tools/tool.ts";
import type { AgentDescriptor, ToolName } from "./define-agent.ts";
import type { GovernedCall, LoopEnd, LoopFigures, StepLinks } from "./loop/loop-types.ts";
import type { Hop, Hops } from "./record-hops.ts";

/** One turn's work for one agent. It holds this agent's own state and no other agent's. */
export type AgentTask = {
  agent: AgentDescriptor;
  runId: string;
  conversationId: string;
  userMessageId: string;
  /** The person's words, as written. */
  text: string;
  /** In a plan of several steps: this step's objective, and the results of those before it. Else null. */
  input: { objective: string; results: readonly { stepId: string; text: string }[] } | null;
  /** Addresses of the files that came with this turn. */
  attachedUrls: readonly string[];
  files: readonly ToolFile[];
  /** The person whose turn it is. */
  actor: Actor;
  /** This agent's newest hidden state, as stored; the agent decodes it. */
  stored: { version: number; state: unknown } | null;
  /** How many changes of its context state this agent made before in the same turn. */
  deltasBefore: number;
  /** The turns before this one that this agent answered alone: to rebuild broken state from. */
  visibleTurns(): Promise<VisibleTurn[]>;
  /** The recorded changes of this agent's context state, to replay where the stored state is broken. */
  contextDeltas(): Promise<readonly StoredDelta[]>;
  /** A run whose answer this turn replaces: its exchange is forgotten. */
  replacedRunId: string | null;
  /** Last mentioned person, place and file, where the deployment shares them between agents; else null. */
  sharedContext: CoordinatorContext["shared_context"] | null;
  /** The person's decision on what this agent asked before. */
  approval: ApprovalDecision | null;
  hop: Hop;
  hops: Hops;
  ports: RunPorts;
  mayAct?: () => Promise<boolean>;
  steps?: StepLinks;
  govern?: (call: GovernedCall) => HopDecision;
};

export type AgentOutcome = {
  end: LoopEnd;
  figures: LoopFigures;
  /** What the agent leaves behind: its new state, changes of its context state, documents. */
  artifacts: Partial<RunArtifacts>;
  /** A question to the person that this agent waits on. */
  approval: PendingApproval | null;
  /** What else it waits for, in a few words: an aside to another agent does not end the waiting. */
  awaits?: string;
  /** What it says of itself, an `agent_execution` if it keeps to the form. Kept and compared, never believed. */
  claims?: unknown;
};

/** The text of a turn, or of a step: what an agent makes its current input from. */
export type GivenInput = Pick<AgentTask, "text" | "input" | "attachedUrls">;

type AgentImplementation = {
  /** True where its first step is only a model call, which may start before the plan is made and be dropped. */
  readonly maySpeculate: boolean;
  /** The tools as its prompts list them; none where a service has them. */
  readonly tools: readonly Tool[];
  run(task: AgentTask): Promise<AgentOutcome>;
  /** Every text that it may read as its current input: for showing later what a call was sent. */
  currentInputs(given: GivenInput): readonly string[];
};

/** Called once for a registry and a set of tools: the same implementation makes the same prompts. */
export type ImplementAgent = (given: {
  agent: AgentDescriptor;
  deploymentTools: readonly Tool[];
}) => AgentImplementation;

/** An agent that is ready to run. */
export type Agent = AgentImplementation & {
  readonly descriptor: AgentDescriptor;
  /** The tools that a plan may name below this agent. */
  readonly plannable: readonly ToolName[];
};
