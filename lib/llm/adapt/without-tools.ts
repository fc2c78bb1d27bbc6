/** Messages for a model without tools: calls and results become text, and it is told what it may do. Pure. */
import "server-only";
import type { ModelMessage, ModelTool } from "../model-types.ts";

const NO_TOOLS =
  "No tools can be used now, whatever is said above. Answer from what you know and from the results in this conversation. Say plainly what you cannot do or look up without tools; never make up a result.";

/** The model answers without tools, and says what it cannot do. */
export function leaveToolsOut(messages: readonly ModelMessage[]): ModelMessage[] {
  return addToSystem(messages.map(toText), NO_TOOLS);
}

/** Calls go both ways as text, in the wording that most open models were trained on. */
export function writeToolsAsText(
  messages: readonly ModelMessage[],
  tools: readonly ModelTool[],
): ModelMessage[] {
  const list = tools.map(({ function: { name, description, parameters } }) =>
    JSON.stringify({ name, description, parameters }),
  );
  const rules = `You may call these tools. Each line is one tool with the JSON schema of its arguments:
${list.join("\n")}

To call tools, answer with nothing but one line for each call:
<tool_call>{"name": "<tool>", "arguments": {…}}</tool_call>
The results come back as <tool_response>. Where no call is needed, answer the person in plain words.`;
  return addToSystem(messages.map(toText), rules);
}

function toText(message: ModelMessage): ModelMessage {
  if (message.role === "tool") {
    const result = JSON.stringify({ id: message.tool_call_id, content: message.content });
    return { role: "user", content: `<tool_response>${result}</tool_response>` };
  }
  if (message.role !== "assistant" || !message.tool_calls) return message;
  const calls = message.tool_calls.flatMap((call) =>
    call.type === "function"
      ? [
          `<tool_call>${JSON.stringify({ name: call.function.name, arguments: call.function.arguments })}</tool_call>`,
        ]
      : [],
  );
  const said =
    typeof message.content === "string" && message.content !== "" ? [message.content] : [];
  return { role: "assistant", content: [...said, ...calls].join("\n") };
}

/** Behind the first system message, which servers read with the most weight. */
function addToSystem(messages: readonly ModelMessage[], rules: string): ModelMessage[] {
  const at = messages.findIndex(({ role }) => role === "system");
  const first = messages[at];
  if (first?.role !== "system" || typeof first.content !== "string") {
    return [{ role: "system", content: rules }, ...messages];
  }
  return messages.with(at, { ...first, content: `${first.content}\n\n${rules}` });
}
