/** The interface of an agent: the task that its code receives and the outcome that it returns. */
import "server-only";
import type { Actor } from "../access/actor.ts";
import type { CoordinatorContext } from "../context-state/coordinator-context.ts";
import type { SaidTurn } from "../context-state/quotes-turn.ts";
import type { StoredDelta } from "../context-state/replay-deltas.ts";
import type {
  ApprovalDecision,
  HopDecision,
  PendingApproval,
} from "../contracts/run/hop-decision.ts";
import type { RunArtifacts, RunFigures, RunPorts } from "../contracts/run/run-work.ts";
import type { VisibleTurn } from "../hidden-state/exchanges.ts";
import type { Tool, ToolFile } from "../tools/tool.ts";
import type { AgentDescriptor, ToolName } from "./define-agent.ts";
import type { GovernedCall, LoopEnd, LoopInput, StepLinks } from "./loop/loop-types.ts";
import type { Gateway } from "./loop/open-gateway.ts";
import type { Hop, Hops } from "./record-hops.ts";
import type { RunSources } from "./run-sources.ts";

/** One turn's work for one agent. It holds this agent's own state and no other agent's. */
export type AgentTask = {
  agent: AgentDescriptor;
  runId: string;
  conversationId: string;
  userMessageId: string;
  /** The person's words, as written. */
  text: string;
  /** This step's objective and the results of earlier steps. Null unless the plan has several steps. */
  input: { objective: string; results: readonly { stepId: string; text: string }[] } | null;
  /** Addresses of the files that came with this turn. */
  attachedUrls: readonly string[];
  /** The pictures among them. */
  pictures: readonly ToolFile[];
  files: readonly ToolFile[];
  /** The person whose turn it is. */
  actor: Actor;
  /** This agent's newest hidden state on this branch, as stored; the agent decodes it. `shared`: another branch
   * goes on from it, too. */
  stored: { version: number; state: unknown; shared?: boolean } | null;
  /** The number of the state that it stores next: versions count over all branches of the conversation. */
  nextVersion: number;
  /** Number of context-state changes that this agent made earlier in the same turn. */
  deltasBefore: number;
  /** The same of this agent's facts, which it has instead of a tool history where structured memory is forced. */
  facts: Pick<AgentTask, "stored" | "nextVersion" | "deltasBefore" | "contextDeltas">;
  /** Every message that the person could read before this turn, of all agents. What is remembered must not quote them. */
  saidBefore(): Promise<readonly SaidTurn[]>;
  /** Earlier turns that this agent answered alone. Broken state is rebuilt from them. */
  visibleTurns(): Promise<VisibleTurn[]>;
  /** The recorded changes of this agent's context state. They are replayed if the stored state is broken. */
  contextDeltas(): Promise<readonly StoredDelta[]>;
  /** What the person asks of every answer, as they wrote it; empty for nothing. */
  instructions: string;
  /** The text of an answer that was not whole and that this turn continues. Null unless this agent wrote it. */
  soFar: string | null;
  /** The run whose answer this turn replaces. The agent forgets its exchange. */
  replacedRunId: string | null;
  /** Last mentioned person, place and file. Null unless the deployment shares them between agents. */
  sharedContext: CoordinatorContext["shared_context"] | null;
  /** The person's decision on this agent's earlier question. */
  approval: ApprovalDecision | null;
  /** The sources of the run. Absent: nothing is cited. */
  sources?: RunSources;
  hop: Hop;
  hops: Hops;
  /** What its calls to services, web pages and MCP servers pass. */
  gateway: Gateway;
  ports: RunPorts;
  keepFiles?: LoopInput["keepFiles"];
  earlierCalls?: LoopInput["earlierCalls"];
  mayAct?: () => Promise<boolean>;
  steps?: StepLinks;
  govern?: (call: GovernedCall) => HopDecision;
};

export type AgentOutcome = {
  end: LoopEnd;
  figures: RunFigures;
  /** What the run stores for the agent: new state, changes of context state, documents. */
  artifacts: Partial<RunArtifacts>;
  /** A question that the person must decide before the agent continues. */
  approval: PendingApproval | null;
  /** What else the agent waits for, in a few words. A turn with another agent in between does not end the wait. */
  awaits?: string;
  /**
   * The agent's own account, an `agent_execution` if well-formed. It is stored and compared with the records, never
   * trusted.
   */
  claims?: unknown;
};

/** The text of a turn or of a step. An agent builds its current input from it. */
export type GivenInput = Pick<AgentTask, "text" | "input" | "attachedUrls">;

type AgentImplementation = {
  /** True if its first action is only a model call, which can start before the plan exists and be dropped. */
  readonly maySpeculate: boolean;
  /** The tools that its prompts list. Empty if a remote service holds the tools. */
  readonly tools: readonly Tool[];
  run(task: AgentTask): Promise<AgentOutcome>;
  /** Every possible text of its current input. The inspector rebuilds prompts with it. */
  currentInputs(given: GivenInput): readonly string[];
};

/** Called once per registry and set of tools, so that one implementation always builds the same prompts. */
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
