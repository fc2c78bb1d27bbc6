/**
 * Masks the texts of a prompt's messages and tools. The assembler calls it for every prompt; the inspector calls it to
 * rebuild one.
 */
import { sanitise } from "./sanitise.ts";

/** A message of Chat Completions. */
type Message = { role: string };
/** A function that the model may call. */
type Tool = { function: { name: string } };

/** What a server matches by. Every other text of a message is masked, also in a field that is new. */
const KEPT = new Set(["role", "type", "id", "tool_call_id", "name"]);

/**
 * Masks messages of every role alike. Pictures stay: their bytes are no text.
 * A text that a provider must get back unaltered does not belong here: leave its whole exchange out where masking would
 * change it.
 *
 * @returns the same array where nothing was found
 */
export function maskMessages<Given extends Message>(messages: readonly Given[]): readonly Given[] {
  const isPicture: IsKept = (name, text) => name === "url" && text.startsWith("data:");
  return maskTexts(messages, (name, text) => KEPT.has(name) || isPicture(name, text));
}

/**
 * Masks the descriptions and schemas of tools. The names of tools and of their arguments stay, and a field may be called
 * `password`.
 *
 * @returns the same array where nothing was found
 */
export function maskTools<Given extends Tool>(tools: readonly Given[]): readonly Given[] {
  let isChanged = false;
  const masked = tools.map((tool) => {
    const { name, ...described } = tool.function;
    const kept = maskTexts(described, () => false);
    if (kept === described) return tool;
    isChanged = true;
    return { ...tool, function: { name, ...kept } };
  });
  return isChanged ? masked : tools;
}

type IsKept = (name: string, text: string) => boolean;

/** Masks every text in a value, each by itself: names of fields decide nothing. */
function maskTexts<Value>(value: Value, isKept: IsKept, name = ""): Value {
  if (typeof value === "string") {
    return (isKept(name, value) ? value : sanitise(value).value) as Value;
  }
  if (typeof value !== "object" || value === null) return value;
  let isChanged = false;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const kept = maskTexts(item, isKept, Array.isArray(value) ? name : key);
    if (kept !== item) isChanged = true;
    return [key, kept];
  });
  if (!isChanged) return value;
  if (Array.isArray(value)) return entries.map(([, item]) => item) as Value;
  return Object.fromEntries(entries) as Value;
}
