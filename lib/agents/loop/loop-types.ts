/** The types of the tool loop: its input, and the union of what one step can lead to. */
import "server-only";
import type { OpaqueParts } from "../../contracts/model/opaque-parts.ts";
import type { Origin } from "../../contracts/model/origin.ts";
import type { EarlierCall, RunFigures, RunPorts } from "../../contracts/run/run-work.ts";
import type { ErrorCode } from "../../errors/error-texts.ts";
import type { ChatMessage } from "../../hidden-state/chat-message.ts";
import type { ModelTool, ModelToolCall } from "../../llm/model-types.ts";
import type { MemoryPolicy } from "../../prompt/memory-policies.ts";
import type { Segment } from "../../prompt/segment.ts";
import type { Tool, ToolFile } from "../../tools/tool.ts";
import type { CallCounts } from "../call-limits/limit-calls.ts";
import type { RanCall } from "../facts/collect-facts.ts";
import type { CallOrigins } from "../foreign/judge-call.ts";
import type { Resembling } from "../foreign/resembling-sentence.ts";
import type { RunSources } from "../run-sources.ts";
import type { Governance, HopTrace, TaskIdentity, TaskLimits } from "../task-parts.ts";

/** A call that the person approved, with what its model server needs back. */
export type ApprovedCall = ModelToolCall & {
  opaque?: OpaqueParts | undefined;
  /** Where it comes from. Absent: it waited from before origins were kept. */
  origin?: Origin | undefined;
};

export type LoopInput = {
  agent: {
    id: string;
    memoryPolicy: MemoryPolicy;
    tools: readonly Tool[];
    /** It cannot do its work without tools: a model that has none writes the calls as text. */
    needsTools?: boolean;
  };
  /** Without an actor, tools act for nobody. */
  who: Pick<TaskIdentity, "runId" | "conversationId"> & Partial<Pick<TaskIdentity, "actor">>;
  /** What the person wrote for this turn themselves. Absent: nothing. */
  ownWords?: string;
  /** System prompt, memory and current input, in the order in which the model reads them. */
  opening: readonly Segment[];
  files: readonly ToolFile[];
  /** The text that the answer begins with, where the loop writes the rest of one. */
  soFar?: string | null;
  /** A call that the person approved. It runs before the first model call. */
  approved?: ApprovedCall;
  /** The calls of a tool that came before on this branch of the conversation. Absent: nobody knows. */
  earlierCalls?: (tool: string) => Promise<readonly EarlierCall[]>;
  /** Numbers the results that an answer may cite. Absent: nothing is cited. */
  sources?: RunSources;
  /** The numbers in the opening, from earlier steps of the run. */
  knownSources?: readonly number[];
  trace: HopTrace;
  ports: RunPorts;
  governance: Governance;
  limits: TaskLimits;
  /** Hears the segments of each prompt before it is sent. */
  onPrompt?: (segments: readonly Segment[], tools: readonly ModelTool[]) => void;
  /** Checked after each round: the end that a tool has caused, if any. */
  endedBy?: () => LoopEnd | null;
};

type Shortfall = "answer-truncated" | "answer-incomplete" | "answer-filtered" | "answer-declined";

/** How a loop ends. */
export type LoopEnd =
  /** `shortfall`: why the answer is not whole, or not one: cut by length, perhaps cut, filtered, or declined. `opaque`: what the server needs back with it. */
  | { kind: "answered"; shortfall?: Shortfall; opaque?: OpaqueParts }
  | { kind: "empty" }
  | { kind: "stopped" }
  /** A policy requires the person's approval before a call runs. */
  | {
      kind: "awaits-approval";
      tool: Tool;
      call: ModelToolCall;
      arguments: unknown;
      /** What the model server needs back with the call. */
      opaque?: OpaqueParts | undefined;
      /** Where the call comes from. */
      origin: Origin;
      from: CallOrigins;
      /** The foreign sentence that may have asked for it; null where there is none. `question`: to the person; `about`: whom it concerns. */
      askedForBy(question: string, about?: readonly string[]): Resembling | null;
    }
  /** The agent has written nothing and hands the task to another agent. */
  | { kind: "handed-over"; reason: string }
  | { kind: "failed"; reason: ErrorCode };

/** What one step leads to: another round, or an end. This union is the loop. */
export type Step = { kind: "again" } | LoopEnd;

/** The state of a running loop: a scratchpad of complete rounds, and figures. */
export type LoopState = {
  /** Assistant calls paired with their results. An interrupted round is left out. */
  readonly scratch: ChatMessage[];
  /** The calls of the scratchpad's rounds, with the way in which each ended. */
  readonly ran: RanCall[];
  readonly segments: Segment[];
  readonly figures: RunFigures;
  /** The source numbers in the prompt. */
  readonly given: Set<number>;
  readonly calls: CallCounts;
  /** Tools were called too often: the next model call is the last, and offers none. */
  isLast: boolean;
};
