/** Tool calls are sent back with arguments that are JSON, whatever the model wrote: templates parse them. Pure. */
import "server-only";
import { isRecord, parseJson } from "../../contracts/read-json.ts";
import type { ModelMessage } from "../model-types.ts";

/** Whether a message has a call whose arguments are no JSON object. */
export function hasBrokenArguments(messages: readonly ModelMessage[]): boolean {
  return messages.some((message) => callsOf(message).some(({ text }) => !isObject(text)));
}

/** Broken arguments become `{"text": "<what was written>"}`, so that the model can see its mistake. */
export function repairArguments(message: ModelMessage): ModelMessage {
  if (message.role !== "assistant" || !hasBrokenArguments([message])) return message;
  const tool_calls = message.tool_calls?.map((call) => {
    if (call.type !== "function" || isObject(call.function.arguments)) return call;
    const text = call.function.arguments;
    const repaired = text.trim() === "" ? "{}" : JSON.stringify({ text });
    return { ...call, function: { ...call.function, arguments: repaired } };
  });
  return { ...message, tool_calls };
}

function callsOf(message: ModelMessage): { text: string }[] {
  if (message.role !== "assistant") return [];
  return (message.tool_calls ?? []).flatMap((call) =>
    call.type === "function" ? [{ text: call.function.arguments }] : [],
  );
}

const isObject = (text: string) => isRecord(parseJson(text));
