import "server-only";
/** A call that waits for the person's word, as the conversation keeps it. */
import { z } from "zod";
import type { ModelToolCall } from "../llm/model-types.ts";

export const PendingCall = z.strictObject({
  approvalId: z.uuid(),
  question: z.string(),
  tool: z.string(),
  /** The call exactly as the model wrote it: approved is this and nothing else. */
  callId: z.string(),
  arguments: z.string(),
});
export type PendingCall = z.infer<typeof PendingCall>;

export function toModelToolCall({ callId, tool, arguments: text }: PendingCall): ModelToolCall {
  return { id: callId, name: tool, arguments: text };
}
