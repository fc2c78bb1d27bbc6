/** The interface of an agent: how it is declared, the task that its code receives, and the outcome that it returns. */
import "server-only";
import type { AppliedDelta, RefusedDelta } from "../context-state/apply-delta.ts";
import type { Checked } from "../context-state/context-schema.ts";
import type { CoordinatorContext } from "../context-state/coordinator-context.ts";
import type { SaidTurn } from "../context-state/quotes-turn.ts";
import type { StoredDelta } from "../context-state/replay-deltas.ts";
import type { DeltaOfRun } from "../context-state/take-back.ts";
import type { Origin } from "../contracts/model/origin.ts";
import type { PublicFact } from "../contracts/public/conversation.ts";
import type { ApprovalDecision, PendingApproval } from "../contracts/run/hop-decision.ts";
import type { PromptManifest } from "../contracts/run/prompt-manifest.ts";
import type { EarlierCall, RunArtifacts, RunFigures, RunPorts } from "../contracts/run/run-work.ts";
import type { DecodedState, Unreadable } from "../hidden-state/decode-stored-state.ts";
import type { VisibleTurn } from "../hidden-state/exchanges.ts";
import type { Tool, ToolFile } from "../tools/tool.ts";
import type { ChangeableCall } from "./approvals/call-fields.ts";
import type { LoopEnd } from "./loop/loop-types.ts";
import type { RunSources } from "./run-sources.ts";
import type { Governance, HopTrace, TaskIdentity, TaskLimits } from "./task-parts.ts";

export type MemoryPolicy = Exclude<
  PromptManifest["memoryPolicy"],
  "visible-turns" | "judged-turns"
>;
export type ContextValue = Record<string, unknown>;

export type AgentDescriptor = {
  /** Lower-case letters, digits and hyphens. Stored with runs, hops, states and policies: never change it. */
  readonly id: string;
  /** The name that operators see. */
  readonly name: string;
  /** The agent's purpose in one sentence, for the planning prompt. */
  readonly description: string;
  readonly memory: MemoryPolicy;
  /** Instructions by version. The newest is in force; older ones show what earlier calls were sent. */
  readonly prompts: Readonly<Record<number, string>>;
  /** The tools that a plan may list for this agent; `deployment`: the tools that the settings turn on. */
  readonly tools: readonly ToolName[] | "deployment";
  readonly state: StateDeclaration;
  /** Example messages for this agent, for the planning prompt. */
  readonly examples: readonly string[];
  /** True for the one agent that receives messages that fit no other. */
  readonly isFallback?: true;
  /** Facts that the person may read and correct beside the conversation. Only with `context-state`. */
  readonly facts?: FactDeclaration;
  /** What its answers rest on where its prompts do not say so, such as the records of a service. Absent: nothing else. */
  readonly reads?: Origin;
  /** Loads the code that runs it. Lazy, so that reading a descriptor does not load an agent. */
  load(): Promise<ImplementAgent>;
};

type ToolName = { readonly name: string; readonly version: string };

export type StateDeclaration = {
  /** `name@version`. A context state contains it; the other forms are recognised by their shape. */
  readonly schema: string;
  /** Decodes a stored state. Never throws. */
  decode(value: unknown): DecodedState | Unreadable;
  /** The texts by which a prompt may render this context state. Empty for other policies and for invalid states. */
  project(context: unknown): readonly string[];
  /** State size in bytes that the sources expect after this many tool calls; null if they give no figure. */
  expectBytes(calls: number): number | null;
  /** The context state's rules; null for the other policies. */
  readonly context: DeclaredContext | null;
};

export type DeclaredContext = {
  readonly empty: ContextValue;
  check(context: unknown): Checked<ContextValue>;
  /** The keys of a delta that its schema does not know, each as the path of names that leads to it. */
  unknownKeys(delta: unknown): readonly (readonly string[])[];
  /** How many names of a path, from its beginning, are declared; a model chose the rest. */
  countDeclared(names: readonly string[]): number;
  /**
   * Applies recorded deltas in order. @returns every intermediate state, up to the first delta that cannot be applied
   */
  replay(deltas: readonly StoredDelta[]): ContextValue[];
};

export type FactDeclaration = {
  /** @param context the stored value; an invalid one yields no facts */
  list(context: unknown): PublicFact[];
  /** The delta that replaces one fact, and its result; null if the path names no fact. */
  correct(context: unknown, path: string, value: string): FactCorrection | null;
  /** The document with the corrected fact in it; unchanged if it does not contain the fact. */
  revise?(document: string, context: unknown, path: string, value: string): string;
};

type FactCorrection = {
  delta: unknown;
  applied: AppliedDelta<ContextValue> | RefusedDelta;
};

const ID = /^[a-z][a-z0-9-]{0,39}$/;

/** @throws Error if the declaration contradicts itself */
export function defineAgent(descriptor: AgentDescriptor): AgentDescriptor {
  const { id, memory, state, facts, examples } = descriptor;
  const refuse = (why: string) => new Error(`agent "${id}": ${why}`);
  if (!ID.test(id)) throw refuse("the id is not lower-case letters, digits and hyphens");
  if (id === "coordinator") throw refuse("the coordinator has this id");
  const hasContext = state.context !== null;
  if (hasContext !== (memory === "context-state")) {
    throw refuse(`a state with${hasContext ? "" : "out"} a context is not for ${memory}`);
  }
  if (examples.some((example) => /[|\n]/.test(example))) {
    throw refuse("an example holds a bar or a line break");
  }
  if (facts && !hasContext) throw refuse("facts need a context state");
  return Object.freeze(descriptor);
}

/** One turn's work for one agent, in named groups. It holds this agent's own state and no other agent's. */
export type AgentTask = {
  agent: AgentDescriptor;
  who: TaskIdentity;
  given: TaskInput;
  memory: TaskMemory;
  trace: HopTrace;
  /** The sources of the run. Absent: nothing is cited. */
  sources?: RunSources;
  ports: RunPorts;
  governance: Governance;
  limits: TaskLimits;
};

/** What the person, or the step of a plan, gives the agent to work on. */
type TaskInput = {
  /** The person's words, as written. */
  text: string;
  /** What of them the person did not paste. */
  ownWords: string;
  /** This step's objective and the results of earlier steps. Null unless the plan has several steps. */
  input: {
    objective: string;
    results: readonly { stepId: string; text: string; origin?: Origin | undefined }[];
  } | null;
  /** Where these words come from. */
  origins: {
    /** `text`, with the names of the files that came with it. */
    text: Origin;
    objective: Origin;
    shared: Origin;
    instructions: Origin;
  };
  /** Addresses of the files that came with this turn. */
  attachedUrls: readonly string[];
  /** The pictures among them. */
  pictures: readonly ToolFile[];
  files: readonly ToolFile[];
  /** What the person asks of every answer, as they wrote it; empty for nothing. */
  instructions: string;
  /** The text of an answer that was not whole and that this turn continues. Null unless this agent wrote it. */
  soFar: string | null;
  /** The person's decision on this agent's earlier question. */
  approval: ApprovalDecision | null;
  /** Last mentioned person, place and file. Null unless the deployment shares them between agents. */
  sharedContext: CoordinatorContext["shared_context"] | null;
};

/** One state of an agent on this branch of the conversation. */
export type StoredMemory = {
  /**
   * The newest hidden state, as stored; the agent decodes it. `shared`: another branch goes on from it, too. `isForged`: the
   * application did not write it, and it is to be set aside.
   */
  stored: { version: number; state: unknown; shared?: boolean; isForged?: true } | null;
  /** The version of the next stored state. Versions are counted over all branches of the conversation. */
  nextVersion: number;
  /** Number of changes that were made to it earlier in the same turn. */
  deltasBefore: number;
  /** The recorded changes of a context state. They are replayed if the stored state is broken. Null: one of them is forged. */
  contextDeltas(): Promise<readonly DeltaOfRun[] | null>;
  /** The runs whose exchanges have left memory, where the stored state may still hold them. Absent: none. */
  forgotten?: readonly string[];
  /** True where a service may still remember one of them: the agent goes on without what the service remembers. */
  isServiceBehind?: boolean;
};

type TaskMemory = {
  own: StoredMemory;
  /** The facts that the agent has instead of a tool history where structured memory is forced. */
  facts: StoredMemory;
  /**
   * Every message that the person could read before this turn, of all agents, where structured memory is forced: neither
   * what is remembered nor a prompt may copy a stretch of one. Else empty.
   */
  said: readonly SaidTurn[];
  /** Earlier turns that this agent answered alone. Broken state is rebuilt from them. */
  visibleTurns(): Promise<VisibleTurn[]>;
  /** The calls of a tool that came before on this branch of the conversation. Absent: nobody knows. */
  earlierCalls?: (tool: string) => Promise<readonly EarlierCall[]>;
};

export type AgentOutcome = {
  end: LoopEnd;
  figures: RunFigures;
  /** What the run stores for the agent: new state, changes of context state, documents. */
  artifacts: Partial<RunArtifacts>;
  /** Where what it wrote comes from; the coordinator adds it. */
  origin?: Origin;
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
export type GivenInput = Pick<TaskInput, "text" | "input" | "attachedUrls">;

/** Where the current input comes from. */
export function originOfInput({ input, origins }: Pick<TaskInput, "input" | "origins">): Origin {
  return input ? origins.objective : origins.text;
}

type AgentImplementation = {
  /** True if its first action is only a model call, which can start before the plan exists and be dropped. */
  readonly maySpeculate: boolean;
  /** The tools that its prompts list. Empty if a remote service holds the tools. */
  readonly tools: readonly Tool[];
  run(task: AgentTask): Promise<AgentOutcome>;
  /** The call behind one of its questions; null where it cannot be changed now. Absent: none of its calls can. */
  pendingCall?(asked: Pick<PendingApproval, "tool" | "resume">): ChangeableCall | null;
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
