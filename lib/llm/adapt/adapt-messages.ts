/** Changes the shape of messages for servers that take fewer shapes than the protocol has. Pure. */
import "server-only";
import type { Adaptation } from "../../contracts/model/adaptation.ts";
import { markData } from "../../contracts/model/marked-data.ts";
import type { ModelMessage, ModelTool } from "../model-types.ts";
import { sendBack } from "../opaque/send-back.ts";
import { describePictures, hasPicture } from "./pictures.ts";
import { repairArguments } from "./repair-arguments.ts";

const NO_TOOLS =
  "No tools can be used now, whatever is said above. Answer from what you know and from the results in this conversation. Say plainly what you cannot do or look up without tools; never make up a result.";

/**
 * The same messages where nothing needs to change.
 * @param mark of the call: results of tools stand between it where they become messages of the role `user`
 * @param place of the server, where it gets something back that is its own, see `sendBack`
 */
export function adaptMessages(
  messages: readonly ModelMessage[],
  tools: readonly ModelTool[],
  adaptations: readonly Adaptation[],
  mark?: string,
  place?: string,
): ModelMessage[] {
  const has = (adaptation: Adaptation) => adaptations.includes(adaptation);
  let adapted = sendBack(messages, adaptations, place, mark);
  if (has("null-content")) adapted = adapted.map(withNull);
  if (has("arguments-repaired")) adapted = adapted.map(repairArguments);
  if (has("images-as-text")) adapted = adapted.map(describePictures);
  if (has("no-tools") || (has("tools-as-text") && tools.length === 0))
    adapted = leaveToolsOut(adapted, mark);
  else if (has("tools-as-text")) adapted = writeToolsAsText(adapted, tools, mark);
  if (has("one-system-message")) adapted = joinSystem(adapted);
  if (has("system-as-person")) adapted = adapted.map(toPerson);
  if (has("developer-role")) adapted = adapted.map(toDeveloper);
  if (has("alternating-roles")) adapted = joinNeighbours(adapted);
  return adapted;
}

/** Empty text beside calls is `null`. */
function withNull(message: ModelMessage): ModelMessage {
  if (message.role !== "assistant" || !message.tool_calls || message.content !== "") return message;
  return { ...message, content: null };
}

/** All texts of the role `system` become the first message, in their order. */
function joinSystem(messages: readonly ModelMessage[]): ModelMessage[] {
  const system = messages.filter(({ role }) => role === "system");
  if (system.length < 2) return [...messages];
  const content = system.map(textOf).join("\n\n");
  return [{ role: "system", content }, ...messages.filter(({ role }) => role !== "system")];
}

function toPerson(message: ModelMessage): ModelMessage {
  return message.role === "system" ? { role: "user", content: textOf(message) } : message;
}

function toDeveloper(message: ModelMessage): ModelMessage {
  return message.role === "system" ? { ...message, role: "developer" } : message;
}

/** Neighbouring texts of one role become one message; tool calls and their results stay as they are. */
function joinNeighbours(messages: readonly ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    const isSame = last?.role === message.role && isPlain(last) && isPlain(message);
    if (isSame) {
      joined[joined.length - 1] = {
        ...message,
        content: joinContents(last, message),
      } as ModelMessage;
    } else joined.push(message);
  }
  return joined;
}

function isPlain(message: ModelMessage): boolean {
  if (message.role === "tool") return false;
  if ("tool_calls" in message && message.tool_calls) return false;
  return typeof message.content === "string" || hasPicture(message);
}

function partsOf({ content }: ModelMessage): object[] {
  return Array.isArray(content) ? [...content] : [];
}

/** Texts become one text; with a picture among them they become parts. */
function joinContents(one: ModelMessage, other: ModelMessage) {
  if (!hasPicture(one) && !hasPicture(other)) return `${textOf(one)}\n\n${textOf(other)}`;
  return [one, other].flatMap((message) =>
    hasPicture(message) ? partsOf(message) : [{ type: "text" as const, text: textOf(message) }],
  );
}

function textOf({ content }: ModelMessage): string {
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => ("text" in part ? part.text : "")).join("");
}

// For a model without tools: calls and results become text, and it is told what it may do.

/** The model answers without tools, and says what it cannot do. */
function leaveToolsOut(
  messages: readonly ModelMessage[],
  mark: string | undefined,
): ModelMessage[] {
  return addToSystem(
    messages.map((message) => toText(message, mark)),
    NO_TOOLS,
  );
}

/** Calls go both ways as text, in the wording that most open models were trained on. */
function writeToolsAsText(
  messages: readonly ModelMessage[],
  tools: readonly ModelTool[],
  mark: string | undefined,
): ModelMessage[] {
  const list = tools.map(({ function: { name, description, parameters } }) =>
    JSON.stringify({ name, description, parameters }),
  );
  const rules = `You may call these tools. Each line is one tool with the JSON schema of its arguments:
${list.join("\n")}

To call tools, answer with nothing but one line for each call:
<tool_call>{"name": "<tool>", "arguments": {…}}</tool_call>
The results come back as <tool_response>. Where no call is needed, answer the person in plain words.`;
  return addToSystem(
    messages.map((message) => toText(message, mark)),
    rules,
  );
}

function toText(message: ModelMessage, mark: string | undefined): ModelMessage {
  if (message.role === "tool") {
    const result = JSON.stringify({ id: message.tool_call_id, content: message.content });
    const text = `<tool_response>${result}</tool_response>`;
    return { role: "user", content: mark === undefined ? text : markData(text, mark) };
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

/** Adds the rules after the first system message, to which servers give the most weight. */
function addToSystem(messages: readonly ModelMessage[], rules: string): ModelMessage[] {
  const at = messages.findIndex(({ role }) => role === "system");
  const first = messages[at];
  if (first?.role !== "system" || typeof first.content !== "string") {
    return [{ role: "system", content: rules }, ...messages];
  }
  return messages.with(at, { ...first, content: `${first.content}\n\n${rules}` });
}
