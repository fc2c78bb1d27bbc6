/** The input and the result of the code that does a run's work. It knows neither database nor browser. */
import type { ErrorCode } from "../../errors/error-texts.ts";
import type { Glass } from "../model/glass.ts";
import type { ModelTurn } from "../model/place.ts";
import type { MessageEnd } from "../public/message-end.ts";
import type { PublicStatus } from "../public/public-status.ts";
import type { PublicSource } from "../public/sources/public-source.ts";
import type { PendingApproval, PolicyOutcome } from "./hop-decision.ts";
import type { LogEventBody } from "./log-event.ts";
import type { LoggedFile } from "./logged-turn.ts";
import type { RunClock } from "./run-clock.ts";
import type { RunJournal } from "./run-journal.ts";
import { NOTHING_SPENT, type RunSpending } from "./run-spending.ts";
import type { SuspendedPlan } from "./suspended-plan.ts";

/** A file that a tool made, for the person. The model reads of it only what the result's text says. */
export type MadeFile = {
  name: string;
  /** An image is shown in the answer; others are offered. SVG must hold no script and load nothing. */
  mediaType: string;
  data: Uint8Array<ArrayBuffer>;
  /** What a picture shows, in words, for those who cannot see it. */
  alt: string;
};

export type RunPorts = {
  /** Appends an event to the run's log. */
  appendEvent(body: LogEventBody): void;
  /** Shows the person a status. `position`: in the queue for a free place, from 1. */
  emitStatus(status: PublicStatus, position?: number): void;
  /** Appends text to the answer. */
  emitText(text: string): void;
  /** The answer so far. */
  answer(): string;
  /**
   * Resolves when every accepted change of structured memory is durable; at once where none waits. To be awaited before
   * the next node begins (ADR-040, "Execution Loop").
   */
  persistChanges(): Promise<void>;
  /** Resolves when the start of every call so far is durable. To be awaited before a call that has effects is sent. */
  persistCalls(): Promise<void>;
  /** What is on record of the run, if another process began it. */
  journal?: RunJournal;
  /** The code of the budget that leaves nothing for another model call, or null. Absent: there is no budget. */
  overBudget?(): "budget-spent-today" | "budget-spent-this-month" | null;
  /** The connection to a model that the person has chosen; null or absent: the operator's choice. */
  chosenModel?: string | null;
  /**
   * Keeps files that the tool of this hop made, with the answer; once, however often. Absent: they are dropped.
   * @returns what was kept, in order; none where the run is over or another process has it
   */
  keepFiles?(files: readonly MadeFile[], hopRef: string): Promise<LoggedFile[]>;
  /** Compares what leaves with what is hidden. Absent: nothing is compared. */
  glass?: Glass;
  /** Whose turn it is. Absent: nobody waits in a queue for it. */
  turn?: ModelTurn;
  /** The time limits of the run. */
  clock: RunClock;
  /** Aborts on stop, on shutdown and when the lease is lost. */
  signal: AbortSignal;
};

/** A new version of an agent's hidden state. */
export type NewHiddenState = { agentId: string; version: number; state: unknown; bytes: number };
export type QuarantinedState = { agentId: string; version: number; reason: string };

/** An accepted change of structured memory. `patch` is RFC 6902. */
export type NewContextDelta = {
  agentId: string;
  /** From 1 within this run; the database adds the number of earlier ones. */
  ordinal: number;
  hopRef: string | null;
  /**
   * Who proposed it; `tool`: facts of tool calls, collected by their tools' declarations; `review`: a reviewer, whose verdict
   * takes an exchange out of memory.
   */
  origin: "model" | "person" | "coordinator" | "tool" | "review";
  delta: unknown;
  patch: unknown;
  beforeSha256: string;
  afterSha256: string;
};

export type NewApproval = PendingApproval & {
  id: string;
  agentId: string;
  /** The rest of the plan, if it waits for the same decision. */
  suspendedPlan: SuspendedPlan | null;
};
export type NewDocument = { id: string; name: string; mediaType: string; data: Uint8Array };

export type NodeRecord = {
  hopRef: string;
  parentRef: string | null;
  kind: string;
  nodeId: string;
  inputSha256: string | null;
  outputSha256: string | null;
  outcome: string;
  model: string | null;
  startedAt: string;
  durationMs: number;
};

/** Everything that a run stores besides its log and its answer. */
export type RunArtifacts = {
  newStates: NewHiddenState[];
  quarantined: QuarantinedState[];
  contextDeltas: NewContextDelta[];
  approvals: NewApproval[];
  documents: NewDocument[];
  nodeHistory: NodeRecord[];
  /** The score in full, and its D; null where the run had no plan. */
  deviation: { score: number | null; detail: unknown } | null;
  policyOutcome: PolicyOutcome | null;
  spending: RunSpending;
};

/** The figures of one loop or run, counted while it is active. */
export type RunFigures = {
  model: string | null;
  rounds: number;
  modelCalls: number;
  toolCalls: number;
  inputTokens: number;
  outputTokens: number;
};

export function noFigures(): RunFigures {
  return { model: null, rounds: 0, modelCalls: 0, toolCalls: 0, inputTokens: 0, outputTokens: 0 };
}

/** Stored when a run ends. */
type RunTotals = RunFigures & {
  /** The agent that answered. */
  agentId: string | null;
};

export type RunResult = RunArtifacts & {
  /** What the answer cites. Absent: nothing. */
  sources?: readonly PublicSource[];
  ending: MessageEnd;
  reason: ErrorCode | null;
  totals: RunTotals;
  /** The work ended by an exception: what it leaves behind is read from its log. */
  isUnsettled?: true;
};

export const NO_ARTIFACTS: RunArtifacts = {
  newStates: [],
  quarantined: [],
  contextDeltas: [],
  approvals: [],
  documents: [],
  nodeHistory: [],
  deviation: null,
  policyOutcome: null,
  spending: NOTHING_SPENT,
};

export type RunWork = (ports: RunPorts) => Promise<RunResult>;

/** A call of a tool that succeeded, with its arguments as the log has them. */
export type EarlierCall = { runId: string; arguments: unknown };
