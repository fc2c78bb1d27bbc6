import "server-only";
/** One turn of the service: what it is given, and the ways in which it can end. */
import type { HopDecision, HopQuestion } from "../contracts/hop-decision.ts";
import type { UmsApproval } from "../contracts/ums-chat.ts";
import type { ErrorCode } from "../errors/error-texts.ts";
import type { ChatMessage, Exchange } from "../hidden-state/chat-message.ts";
import type { Caller } from "./caller.ts";
import type { Directory } from "./directory.ts";
import type { PendingCall } from "./pending-call.ts";
import type { TraceListener, TurnTrace } from "./trace-turn.ts";

/** What the service works with. */
export type UmsPorts = {
  directory: Directory;
  decide(question: HopQuestion): HopDecision;
};

/** A turn of which everything that can be refused was checked. */
export type UmsTurn = {
  conversationId: string;
  caller: Caller;
  /** The person's words. */
  content: string;
  /** Its memory. */
  exchanges: readonly Exchange[];
  /** The person's word on a call that waited: it is open no more, whatever becomes of this turn. */
  decided: DecidedCall | null;
};

export type DecidedCall = {
  call: PendingCall;
  decision: "approved" | "declined";
  /**
   * Set where this turn is tried again: the calls that were made before and their results, from the decided one on;
   * null where nobody can say what became of it. The call does not run again.
   */
  rounds?: readonly ChatMessage[] | null;
};

export type UmsListener = TraceListener & {
  onText(text: string): void;
  signal: AbortSignal;
};

export type UmsTurnEnd = { content: string; trace: TurnTrace } & (
  | { kind: "answered"; approval: UmsApproval | null }
  | { kind: "stopped" }
  | { kind: "failed"; reason: ErrorCode }
);
