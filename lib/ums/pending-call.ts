import "server-only";
/** A call that waits for the person's word, as the conversation keeps it. */
import { z } from "zod";
import type { LoopInput } from "../agents/loop-types.ts";

export const PendingCall = z.strictObject({
  approvalId: z.uuid(),
  question: z.string(),
  tool: z.string(),
  /** The call exactly as the model wrote it: approved is this and nothing else. */
  callId: z.string(),
  arguments: z.string(),
});
export type PendingCall = z.infer<typeof PendingCall>;

/** A tool call as the model wrote it. */
export type WrittenCall = NonNullable<LoopInput["approved"]>;

export function toWrittenCall({ callId, tool, arguments: text }: PendingCall): WrittenCall {
  return { id: callId, name: tool, arguments: text };
}
