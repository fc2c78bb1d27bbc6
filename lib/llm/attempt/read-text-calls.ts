/**
 * Tool calls that a model wrote as text, in the documented wordings of open models. Servers with a parser of their own
 * report calls natively; without one the text is all there is. Pure.
 */
import "server-only";
import type { ModelToolCall } from "../model-types.ts";
import { isRecord, parseJson, textOf } from "./read-json.ts";

type Written = { name: string; arguments: unknown };

/** A wording begins a message, and its reader makes calls of the whole message; null where it is none. */
type Wording = { opening: string; read(text: string): Written[] | null };

const WORDINGS: readonly Wording[] = [
  // Hermes, Qwen 2.5 and 3, Granite: JSON in a tag; Qwen3-Coder: nested tags.
  { opening: "<tool_call>", read: readTagged },
  { opening: "<|tool_call|>", read: (text) => readJson(text.slice("<|tool_call|>".length)) },
  { opening: "<function=", read: readFunctionTags },
  // Mistral: a list; since 2411 also `[TOOL_CALLS]name[ARGS]{…}`.
  { opening: "[TOOL_CALLS]", read: readMistral },
  // Llama 3.1 and newer.
  { opening: "<|python_tag|>", read: (text) => readJson(text.slice("<|python_tag|>".length)) },
  { opening: "{", read: readJson },
];

/** The beginnings by which such a message is recognised while it streams. */
export const CALL_OPENINGS = WORDINGS.map(({ opening }) => opening);

/**
 * Reads a whole message. All its calls must be of offered tools, with an object of arguments.
 * @returns null where the text is no tool call: then it is for the person
 */
export function readTextCalls(
  text: string,
  offered: ReadonlySet<string>,
): Omit<ModelToolCall, "id">[] | null {
  const trimmed = text.trim();
  const wording = WORDINGS.find(({ opening }) => trimmed.startsWith(opening));
  const written = wording?.read(trimmed);
  if (!written || written.length === 0) return null;
  if (!written.every(({ name }) => offered.has(name))) return null;
  return written.map((call) => ({
    name: call.name,
    arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
  }));
}

/** `<tool_call>…</tool_call>`, one or more; the last may lack its end. Nothing else may stand between them. */
function readTagged(text: string): Written[] | null {
  const parts = text.split("<tool_call>");
  if (parts[0] !== "") return null;
  const calls: Written[] = [];
  for (const part of parts.slice(1)) {
    const [body = "", after = ""] = part.split("</tool_call>", 2);
    if (after.trim() !== "") return null;
    const inner = body.trim();
    const read = inner.startsWith("<function=") ? readFunctionTags(inner) : readJson(inner);
    if (!read) return null;
    calls.push(...read);
  }
  return calls;
}

const FUNCTION_TAG = /<function=([^>\s]+)>([\s\S]*?)(?:<\/function>|$)/g;
const PARAMETER_TAG = /<parameter=([^>\s]+)>\n?([\s\S]*?)\n?<\/parameter>/g;

/** `<function=name>{…}</function>`, or with one `<parameter=name>` for each argument. */
function readFunctionTags(text: string): Written[] | null {
  if (text.replace(FUNCTION_TAG, "").trim() !== "") return null;
  const calls = [...text.matchAll(FUNCTION_TAG)].map(([, name = "", body = ""]) => {
    const given = parseJson(body.trim());
    if (isRecord(given)) return { name, arguments: given };
    const parameters = [...body.matchAll(PARAMETER_TAG)].map(([, key = "", value = ""]) => [
      key,
      parseJson(value) ?? value,
    ]);
    const isOnlyParameters = body.replace(PARAMETER_TAG, "").trim() === "";
    return isOnlyParameters ? { name, arguments: Object.fromEntries(parameters) } : null;
  });
  return calls.every((call) => call !== null) ? calls : null;
}

function readMistral(text: string): Written[] | null {
  const body = text.slice("[TOOL_CALLS]".length).trim();
  const named = /^([\w.-]+)\s*(?:\[CALL_ID\][\w-]+)?\s*\[ARGS\]([\s\S]*)$/.exec(body);
  if (!named) return readJson(body);
  const given = parseJson(named[2] ?? "");
  return isRecord(given) ? [{ name: named[1] ?? "", arguments: given }] : null;
}

/** `{"name", "arguments" or "parameters"}`, or a list of them; Llama separates several by `;`. */
function readJson(text: string): Written[] | null {
  const whole = parseJson(text.trim());
  const given = whole === undefined ? splitObjects(text) : Array.isArray(whole) ? whole : [whole];
  const calls = given?.map(toWritten) ?? [null];
  return calls.every((call) => call !== null) ? calls : null;
}

function splitObjects(text: string): unknown[] | null {
  const parts = text.split(/;\s*(?=\{)/).map((part) => parseJson(part.trim()));
  return parts.length > 1 && parts.every((part) => part !== undefined) ? parts : null;
}

function toWritten(value: unknown): Written | null {
  if (!isRecord(value)) return null;
  const called = isRecord(value.function) ? value.function : value;
  const name = textOf(called.name) || textOf(value.function);
  const given = called.arguments ?? called.parameters;
  const parsed = typeof given === "string" ? parseJson(given) : given;
  return name !== "" && isRecord(parsed) ? { name, arguments: parsed } : null;
}
