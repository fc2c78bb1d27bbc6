/** The request, listener and result of a model call. Messages are Chat Completions messages. */
import type OpenAI from "openai";
import type { ProviderReply, SentPrompt } from "../contracts/model/adaptation.ts";
import type { CallCost } from "../contracts/model/call-cost.ts";
import type { CapabilityName } from "../contracts/model/capability.ts";
import type { LeftOut } from "../contracts/model/left-out.ts";
import type { OpaqueParts } from "../contracts/model/opaque-parts.ts";
import type { ModelTurn } from "../contracts/model/place.ts";
import type { ErrorCode } from "../errors/error-texts.ts";

type ProtocolMessage = OpenAI.Chat.Completions.ChatCompletionMessageParam;
/** An answer, with what its server needs back. The door sends that as fields of its own, to this server only. */
export type AssistantMessage = Extract<ProtocolMessage, { role: "assistant" }> & {
  opaque?: OpaqueParts | undefined;
};
export type ModelMessage = Exclude<ProtocolMessage, { role: "assistant" }> | AssistantMessage;
export type ModelTool = OpenAI.Chat.Completions.ChatCompletionFunctionTool;

export type ModelRequest = {
  messages: ModelMessage[];
  tools: ModelTool[];
  /** Stands around results of tools that are sent as text. Absent: a request that holds none, such as a probe. */
  mark?: string | undefined;
  /** Whose connection is used; default: the connection of agents that name none. */
  agentId?: string;
  /** The connection that the person has chosen, where the operator offers a choice. */
  chosenModel?: string | null;
  /** Whose turn it is, for its place in a queue. Absent: a short call of nobody's turn. */
  turn?: ModelTurn;
  /** Structured output: a JSON schema that the answer's text must fit. */
  responseSchema?: { name: string; schema: Record<string, unknown> };
  /** Without native tools the calls are written as text; else a model without tools answers without them. */
  needsTools?: boolean;
  /** Milliseconds of the caller's time that are left: the connections of the call share them. Absent: nobody has said. */
  leftMs?: (() => number) | undefined;
  /** The first connection that is asked: those before it have failed this call already. Absent: the route's first. */
  from?: string | undefined;
  /** Whether the messages are as they would be for another connection, which has a context of its own. Absent: for all. */
  isFor?: ((connection: string) => boolean) | undefined;
  /** Aborting closes the model's connection. */
  signal: AbortSignal;
};

/** Called while an answer streams. Must neither throw nor block. */
export type ModelListener = {
  onText?(text: string): void;
  /** The call waits for a free place at its connection: its position in the queue from 1, then null when it has one. */
  onQueue?(position: number | null): void;
  /** The first data of an attempt: text, reasoning, or a part of a tool call. */
  onStart?(): void;
  onRetry?(retry: { attempt: number; reason: ErrorCode; waitMs: number }): void;
  /** What the provider said when it refused or failed a request, before any repetition. */
  onRefusal?(refusal: {
    reply: ProviderReply;
    reason: ErrorCode;
    /** The capability that the refusal names; the call is repeated without it. */
    missing: CapabilityName | null;
    /** The connection that takes over, if one does. */
    takesOver: string | null;
  }): void;
};

/** A tool call as the model wrote it, with an id of ours; `arguments` is unparsed text and may be malformed. */
export type ModelToolCall = { id: string; name: string; arguments: string };

/** `reasoningTokens` are part of the output tokens; 0 where the server does not tell them apart. */
export type ModelUsage = {
  inputTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  /** The server reported none: from the bytes that were sent and received. */
  isEstimated?: true;
};

/** A web page that the server names as a source of its answer. */
export type ModelAnnotation = { address: string; title: string };

export type ModelAnswer = {
  /** What is for the person. */
  text: string;
  /** What the model thought; for operators only. */
  reasoning: string;
  /** Why a whole answer is not what was asked for; null where it is. `unknown`: it ended with a word that nobody knows. */
  shortfall: "length" | "filtered" | "declined" | "unknown" | null;
  toolCalls: ModelToolCall[];
  /** What its server needs back with it; most need nothing. */
  opaque?: OpaqueParts | undefined;
  annotations?: readonly ModelAnnotation[];
  /** Pictures of the answer, as `data:` addresses, or as addresses of the web, which are not fetched. */
  pictures?: readonly string[];
  /** The calls were written as text: one that writes always asks the person. */
  callsInText?: true;
  /** Why something that looked like a call in the text neither ran nor was shown. */
  leftOut?: readonly LeftOut[];
  finishReason: string | null;
  /** The model's name as the endpoint reports it. */
  model: string;
  /** Null where the server has answered nothing. */
  usage: ModelUsage | null;
  /** What the call cost, by the price of now. */
  cost: CallCost;
  /** Milliseconds from the call to the first text or tool-call delta; null where none came. */
  firstTokenMs: number | null;
  durationMs: number;
  attempts: number;
  /** What was sent in the last attempt. */
  sent: SentPrompt;
};

/** Why a model call failed: one code for each thing that somebody else has to do about it. */
export type ModelReason = Extract<
  ErrorCode,
  | "model-busy"
  | "model-unavailable"
  | "model-unauthorised"
  | "model-missing"
  | "model-no-credit"
  | "model-limit-reached"
  | "model-lacks-tools"
  | "model-too-slow"
  | "model-cut-off"
  | "model-refused"
  | "model-filtered"
  | "request-too-long"
  | "model-protocol"
>;

/** A model call that did not end in an answer. `partial` is what had streamed before it failed or was aborted. */
export type ModelResult =
  | { ok: true; answer: ModelAnswer }
  | {
      ok: false;
      reason: ModelReason;
      /** For the log only. */
      detail: string;
      partial: ModelAnswer;
      /** The connection that takes over, where the messages are not for it: to be asked `from` there, with others. */
      handsOver?: string;
    }
  | { ok: false; reason: "aborted"; partial: ModelAnswer };

export type ModelClient = (request: ModelRequest, listener?: ModelListener) => Promise<ModelResult>;
