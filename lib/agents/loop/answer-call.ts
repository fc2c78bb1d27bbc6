/** Makes the result of a call that does not run, so that every call in the history has a result. */
import "server-only";
import type { ChatMessage } from "../../hidden-state/chat-message.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { ApprovedCall } from "./loop-types.ts";

export const DECLINED =
  "The person declined this call, and nothing was changed. Do not try it again; say so plainly.";

/** Never retry a non-idempotent call whose outcome is unknown. */
export const NOT_KNOWN =
  "It is not known whether this call ran: the answer was interrupted meanwhile. It was not run again. Do not try it again; ask the person plainly to check.";

/** @returns the call and its result as two Chat Completions messages */
export function answerCall(
  { id, name, arguments: text, opaque }: ApprovedCall,
  result: string,
): ChatMessage[] {
  const call = {
    id,
    type: "function" as const,
    function: { name, arguments: sanitise(text).value },
  };
  return [
    { role: "assistant", content: "", tool_calls: [call], ...(opaque ? { opaque } : {}) },
    { role: "tool", tool_call_id: id, content: result },
  ];
}
