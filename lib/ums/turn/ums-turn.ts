/** The types of one turn: its input, a call that waits for approval, and the ways in which it ends. */
import "server-only";
import { z } from "zod";
import type { LoopInput } from "../../agents/loop/loop-types.ts";
import type { ReflectedRun } from "../../agents/record-execution.ts";
import { OpaqueParts } from "../../contracts/model/opaque-parts.ts";
import { type Origin, StoredOrigin } from "../../contracts/model/origin.ts";
import type { HopDecision, HopQuestion } from "../../contracts/run/hop-decision.ts";
import type { UmsApproval } from "../../contracts/ums/ums-chat.ts";
import type { ErrorCode } from "../../errors/error-texts.ts";
import type { ChatMessage, Exchange } from "../../hidden-state/chat-message.ts";
import type { Directory } from "../directory.ts";
import type { Caller } from "./caller.ts";
import type { TraceListener, TurnTrace } from "./trace-turn.ts";

/** A call that waits for approval, as the conversation stores it. */
export const PendingCall = z.strictObject({
  approvalId: z.uuid(),
  question: z.string(),
  tool: z.string(),
  /** The call exactly as the model wrote it. Only this call is approved. */
  callId: z.string(),
  arguments: z.string(),
  /** What the model server needs back with the call. */
  opaque: z.optional(OpaqueParts),
  /** Where the call comes from. */
  origin: z.optional(StoredOrigin),
  /** Over all this and the conversation, hexadecimal. Absent: of a version that signed none. */
  mac: z.string().optional(),
});
export type PendingCall = z.infer<typeof PendingCall>;

/** A tool call as the model wrote it. */
export type WrittenCall = NonNullable<LoopInput["approved"]>;

export function toWrittenCall({
  callId,
  tool,
  arguments: text,
  opaque,
  origin,
}: PendingCall): WrittenCall {
  return { id: callId, name: tool, arguments: text, opaque, origin };
}

/** What a turn needs from outside. */
export type UmsPorts = {
  directory: Directory;
  decide(question: HopQuestion): HopDecision;
  /** To be awaited before `decide`. */
  ready(): Promise<void>;
};

/** A turn that passed every check. */
export type UmsTurn = {
  conversationId: string;
  caller: Caller;
  /** The caller's name for this call. */
  key: string | null;
  /** The key of the conversation's last exchange when this turn began. */
  lastKey: string | null;
  /** The calls and results of an earlier try at this very request, which this turn replaces. */
  repeated: readonly ChatMessage[] | null;
  /** The person's message. */
  content: string;
  /** Where the message and the results come from, as the caller's envelope says; of an older caller the least trusted. */
  origins: readonly Origin[];
  /** What they ask of every answer; empty for nothing. */
  instructions: string;
  /** Results of earlier steps of the caller's turn. They are not kept. */
  known: readonly string[];
  /** The service's memory of the conversation. */
  exchanges: readonly Exchange[];
  /** The person's decision on a pending call. The approval is closed, whatever happens in this turn. */
  decided: DecidedCall | null;
};

export type DecidedCall = {
  call: PendingCall;
  decision: "approved" | "declined";
  /**
   * Set where this turn is a retry: the earlier calls and their results, from the decided call on; null where its
   * outcome is unknown. The call does not run again.
   */
  rounds?: readonly ChatMessage[] | null;
};

export type UmsListener = TraceListener & {
  onText(text: string): void;
  signal: AbortSignal;
};

/** As the protocol says it of an answer. */
export type FinishReason = "stop" | "length" | "content_filter";

export type UmsTurnEnd = {
  content: string;
  trace: TurnTrace;
  /** The service's own record of its calls. */
  execution: readonly ReflectedRun[];
  /** Position of the conversation's newest message. Null if the turn added none. */
  position: number | null;
} & (
  | { kind: "answered"; approval: UmsApproval | null; finishReason: FinishReason }
  | { kind: "stopped" }
  | { kind: "failed"; reason: ErrorCode }
);
