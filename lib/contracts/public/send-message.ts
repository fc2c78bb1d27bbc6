/** The send and retry actions: what a browser may ask for, and every answer it can get. */
import { z } from "zod";
import type { PublicFact } from "./conversation.ts";

export const MESSAGE_MAX_CHARS = 32_000;
export const ATTACHMENTS_MAX_COUNT = 10;

export const SendMessage = z.strictObject({
  /** Absent: a new conversation. */
  conversationId: z.uuid().optional(),
  /** Chosen once per press of Send, so that a repeated send makes one message. */
  clientMessageId: z.uuid(),
  text: z.string().trim().min(1).max(MESSAGE_MAX_CHARS),
  attachmentIds: z.array(z.uuid()).max(ATTACHMENTS_MAX_COUNT).default([]),
});
export type SendMessage = z.input<typeof SendMessage>;

/** The person's word on a pending question. It is a turn of its own. */
export const DecideApproval = z.strictObject({
  approvalId: z.uuid(),
  decision: z.enum(["approved", "declined"]),
});
export type DecideApproval = z.infer<typeof DecideApproval>;

/** The person corrects one fact of "Understood so far". */
export const CorrectFact = z.strictObject({
  conversationId: z.uuid(),
  path: z.string().min(1).max(200),
  value: z.string().trim().min(1).max(500),
});
export type CorrectFact = z.infer<typeof CorrectFact>;

export const RetryAnswer = z.strictObject({ answerMessageId: z.uuid() });
export type RetryAnswer = z.infer<typeof RetryAnswer>;

export type TurnStarted = {
  ok: true;
  conversationId: string;
  userMessageId: string;
  answerMessageId: string;
  runId: string;
};
export type TurnRefused = {
  ok: false;
  reason:
    | "signed-out"
    | "invalid"
    | "not-found"
    | "run-active"
    | "not-retryable"
    | "too-many-runs"
    | "too-many-sends"
    | "unavailable";
  /** A plain sentence: what, why, what to do. */
  message: string;
};
export type CorrectFactResult = { ok: true; understood: PublicFact[] } | TurnRefused;
export type SendMessageResult = TurnStarted | TurnRefused;
