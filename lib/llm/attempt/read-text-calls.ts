/**
 * Tool calls that a model wrote as text, in the documented wordings of open models. Servers with a parser of their own
 * report calls natively; without one the text is all there is. Pure.
 */
import "server-only";
import { isRecord, parseJson, textOf } from "../../contracts/read-json.ts";
import type { ModelToolCall } from "../model-types.ts";

/** The tags that models put around their reasoning: DeepSeek and Qwen, others, Mistral, Seed, Command A. */
const REASONING: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["[THINK]", "[/THINK]"],
  ["<seed:think>", "</seed:think>"],
  ["<|START_THINKING|>", "<|END_THINKING|>"],
];
const USUAL_CLOSE = "</think>";
const NOTHING: Read = { text: "", reasoning: "" };

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
const CALL_OPENINGS = WORDINGS.map(({ opening }) => opening);

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

type Read = { text: string; reasoning: string };

/**
 * Reads the content of an answer while it streams, and keeps apart what is for the person, what is reasoning, and what
 * may be a tool call in text. Only the beginning of a message decides: later on, the same words are the person's.
 */
export type TextReader = {
  /** @returns what became certain with this piece */
  push(piece: string): Read;
  /** @returns what was held back: text for the person, or a message that may be a tool call */
  end(): Read & { mayBeCall: string };
};

type Options = {
  /** Whether a tool call may be written as text. */
  readsCalls: boolean;
  /** Whether messages of this model begin inside reasoning, whose opening tag its template has written. */
  opensInReasoning: boolean;
};

export function createTextReader({ readsCalls, opensInReasoning }: Options): TextReader {
  let state: "start" | "reasoning" | "text" | "held" = opensInReasoning ? "reasoning" : "start";
  let close = USUAL_CLOSE;
  let isOpened = !opensInReasoning;
  let held = "";
  let isAfterReasoning = false;

  const start = (): Read => {
    const begun = held.trimStart();
    if (isAfterReasoning) held = begun;
    // It is closed once: later tags are words of the answer.
    const pairs = isAfterReasoning ? [] : REASONING;
    const openings = [...pairs.map(([open]) => open), ...(readsCalls ? CALL_OPENINGS : [])];
    const isOpen = openings.some((opening) => opening.startsWith(begun) && opening !== begun);
    if (begun === "" || isOpen) return NOTHING;
    const pair = pairs.find(([open]) => begun.startsWith(open));
    if (pair) {
      state = "reasoning";
      [, close] = pair;
      isOpened = true;
      held = begun.slice(pair[0].length);
      return reason();
    }
    if (readsCalls && CALL_OPENINGS.some((opening) => begun.startsWith(opening))) {
      state = "held";
      return NOTHING;
    }
    state = "text";
    const text = held;
    held = "";
    return { text, reasoning: "" };
  };

  const reason = (): Read => {
    const end = held.indexOf(close);
    if (end >= 0) {
      const reasoning = held.slice(0, end);
      held = held.slice(end + close.length);
      isAfterReasoning = true;
      state = "start";
      const rest = start();
      return { text: rest.text, reasoning: reasoning + rest.reasoning };
    }
    // Without an opening tag it may yet turn out to be the answer: nothing is certain before the closing one.
    if (!isOpened) return NOTHING;
    const kept = tailThatMayBegin(held, close);
    const reasoning = held.slice(0, held.length - kept);
    held = held.slice(held.length - kept);
    return { text: "", reasoning };
  };

  return {
    push(piece) {
      if (state === "text") return { text: piece, reasoning: "" };
      held += piece;
      if (state === "start") return start();
      return state === "reasoning" ? reason() : NOTHING;
    },
    end() {
      const rest = held;
      held = "";
      if (state === "reasoning" && isOpened) return { text: "", reasoning: rest, mayBeCall: "" };
      if (state === "held") return { text: "", reasoning: "", mayBeCall: rest };
      return { text: rest, reasoning: "", mayBeCall: "" };
    },
  };
}

/** The length of the longest end of a text with which a tag may begin. */
function tailThatMayBegin(text: string, tag: string): number {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length -= 1) {
    if (tag.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
