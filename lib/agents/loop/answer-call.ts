/** Makes the result of a call that does not run, so that every call in the history has a result. */
import "server-only";
import { type Origin, UNKNOWN } from "../../contracts/model/origin.ts";
import type { ChatMessage } from "../../hidden-state/chat-message.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { ApprovedCall } from "./loop-types.ts";

export const DECLINED =
  "The person declined this call, and nothing was changed. Do not try it again; say so plainly.";

/** Never retry a non-idempotent call whose outcome is unknown. */
export const NOT_KNOWN =
  "It is not known whether this call ran: the answer was interrupted meanwhile. It was not run again. Do not try it again; ask the person plainly to check.";

/**
 * @param from where the result's words come from
 * @returns the call and its result as two entries of a history
 */
export function answerCall(
  { id, name, arguments: text, opaque, origin = UNKNOWN }: ApprovedCall,
  result: string,
  from: Origin,
): ChatMessage[] {
  const call = {
    id,
    type: "function" as const,
    function: { name, arguments: sanitise(text).value },
  };
  return [
    { role: "assistant", content: "", tool_calls: [call], ...(opaque ? { opaque } : {}), origin },
    { role: "tool", tool_call_id: id, content: result, origin: from },
  ];
}
