/**
 * Masks the texts of a prompt's messages and tools. The assembler calls it for every prompt; the inspector calls it to
 * rebuild one.
 */
import type { OpaqueParts } from "../contracts/model/opaque-parts.ts";
import { parseJson } from "../contracts/read-json.ts";
import { OPAQUE_PARTS_MAX_CHARS } from "./limits.ts";
import { sanitise } from "./sanitise.ts";

/** A message of Chat Completions. */
type Message = { role: string };
/** A function that the model may call. */
type Tool = { function: { name: string } };

/** What a server matches by. Every other text of a message is masked, also in a field that is new. */
const KEPT = new Set(["role", "type", "id", "tool_call_id", "name"]);

/**
 * Masks messages of every role alike. Pictures stay: their bytes are no text.
 * What a provider must get back is never changed: where it would be, the exchange is left out as a whole.
 *
 * @returns the same array where nothing was found; an empty one for an exchange that is left out
 */
export function maskMessages<Given extends Message>(messages: readonly Given[]): readonly Given[] {
  const isPicture: IsKept = (name, text) => name === "url" && text.startsWith("data:");
  const isKept: IsKept = (name, text) => KEPT.has(name) || isPicture(name, text);
  if (!messages.some(opaqueOf)) return maskTexts(messages, isKept);
  const given = messages.map(opaqueOf);
  if (given.some((opaque) => opaque && keepableParts(opaque).parts !== opaque.parts)) return [];
  let isChanged = false;
  const masked = messages.map((message, index) => {
    if (!given[index]) return maskTexts(message, isKept);
    const { opaque, ...others } = message as Given & { opaque: OpaqueParts };
    const kept = maskTexts(others, isKept);
    return kept === others ? message : ({ ...kept, opaque } as unknown as Given);
  });
  for (const [index, message] of masked.entries()) isChanged ||= message !== messages[index];
  return isChanged ? masked : messages;
}

/** What a model server needs back, as it may be kept: without its text where masking would change it, or where it is too long. */
export function keepableParts({ from, parts }: OpaqueParts): OpaqueParts {
  return { from, parts: parts !== null && isKeepable(parts) ? parts : null };
}

/** Whether something that a server needs back could not be kept. */
export function hasLostParts(messages: readonly Message[]): boolean {
  return messages.some((message) => opaqueOf(message)?.parts === null);
}

/** Whether all that servers need back may be kept. Where it may not, the exchange is left out as a whole. */
export function isKeptWhole(messages: readonly Message[]): boolean {
  return messages.every((message) => {
    const opaque = opaqueOf(message);
    return !opaque || keepableParts(opaque).parts !== null;
  });
}

function opaqueOf(message: Message): OpaqueParts | undefined {
  return (message as { opaque?: OpaqueParts }).opaque;
}

/** Each text by itself, as the texts of messages: what the fields are called decides nothing. */
function isKeepable(parts: string): boolean {
  return parts.length <= OPAQUE_PARTS_MAX_CHARS && isClean(parseJson(parts));
}

function isClean(value: unknown): boolean {
  if (typeof value === "string") return sanitise(value).value === value;
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, item]) => isClean(name) && isClean(item));
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
