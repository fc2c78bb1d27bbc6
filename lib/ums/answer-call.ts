import "server-only";
/** A call that does not run gets its answer here, so that it is paired like any other. */
import type { ChatMessage } from "../hidden-state/chat-message.ts";
import { sanitise } from "../hidden-state/sanitise.ts";
import type { WrittenCall } from "./pending-call.ts";

export const DECLINED =
  "The person declined this call, and nothing was changed. Do not try it again; say so plainly.";

/** @returns the call and its result as two Chat Completions messages */
export function answerCall({ id, name, arguments: text }: WrittenCall, result: string) {
  const call = {
    id,
    type: "function" as const,
    function: { name, arguments: sanitise(text).value },
  };
  const messages: ChatMessage[] = [
    { role: "assistant", content: "", tool_calls: [call] },
    { role: "tool", tool_call_id: id, content: result },
  ];
  return messages;
}
