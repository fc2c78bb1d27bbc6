import "server-only";
/** A call that does not run (again) gets its answer here, so that it is paired like any other. */
import type { ChatMessage } from "../hidden-state/chat-message.ts";
import { sanitise } from "../hidden-state/sanitise.ts";
import type { ModelToolCall } from "../llm/model-types.ts";

export const DECLINED =
  "The person declined this call, and nothing was changed. Do not try it again; say so plainly.";

/** What is written may be written once: where nobody can say whether it was, nobody tries. */
export const NOT_KNOWN =
  "It is not known whether this call ran: the answer was interrupted meanwhile. It was not run again. Do not try it again; ask the person plainly to check.";

/** @returns the call and its result as two Chat Completions messages */
export function answerCall(
  { id, name, arguments: text }: ModelToolCall,
  result: string,
): ChatMessage[] {
  const call = {
    id,
    type: "function" as const,
    function: { name, arguments: sanitise(text).value },
  };
  return [
    { role: "assistant", content: "", tool_calls: [call] },
    { role: "tool", tool_call_id: id, content: result },
  ];
}
