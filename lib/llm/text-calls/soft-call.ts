/** Calls without a marker: JSON and Python, which an answer may hold for other reasons. Pure. */
import "server-only";
import { isRecord } from "../../contracts/read-json.ts";
import { parseForWriting } from "../../contracts/repair-json.ts";
import { is, MORE, NOT, type Seen, seeBalanced, skipSpace } from "./read-forward.ts";
import { seePythonCalls } from "./read-python-calls.ts";
import {
  mayBeOffered,
  offeredName,
  type Toolset,
  toWrittenCalls,
  type WrittenCall,
} from "./written-call.ts";

const KEYS = [
  "name",
  "function",
  "tool",
  "tool_name",
  "tool_calls",
  "action",
  "arguments",
  "parameters",
  "type",
  "id",
];
const NAMES = new Set(["name", "function", "tool", "tool_name", "action"]);
const HEAD = /^\[?\s*\{\s*(["']?)(\w*)\1\s*:\s*/;
const NAME_VALUE = /^["']([^"'\n]*)(["'])?/;

type SoftPlace = {
  tools: Toolset;
  /** Whether nothing else stands in the answer so far: then a call of an unknown tool is held, too. */
  isWhole: boolean;
  /** Whether the answer is whole. */
  isEnd: boolean;
  isPython?: boolean;
};

/**
 * @param at of a `{`, a `[`, or of a name where `isPython`
 */
export function seeSoftCalls(
  text: string,
  at: number,
  { tools, isWhole, isEnd, isPython = false }: SoftPlace,
): Seen<WrittenCall[]> {
  const there = text.slice(at);
  const head = seeHead(there, tools, isWhole);
  const calls = head.kind === "is" ? seeObjects(text, at, isEnd) : head;
  if (calls.kind !== "not" || (there[0] !== "[" && !isPython)) return calls;
  const python = seePythonCalls(text, at, !isPython);
  if (python.kind === "not") return NOT;
  const name = /^\[?\s*([\w.]+)\s*\(/.exec(there)?.[1];
  const isKnown = name === undefined || tools.has(offeredName(name, tools));
  return isKnown || isWhole ? python : NOT;
}

/** Tells early that an object is no call, so that the person need not wait for its end. */
function seeHead(there: string, tools: Toolset, isWhole: boolean): Seen<true> {
  const head = HEAD.exec(there);
  if (!head)
    return /^\[?\s*(\{\s*(["']?\w*["']?\s*)?)?$/.test(there) && mayBeKey(there) ? MORE : NOT;
  const [opening, , key = ""] = head;
  if (!KEYS.includes(key)) return NOT;
  const value = there.slice(opening.length);
  if (value === "") return MORE;
  if (!NAMES.has(key) || value[0] === "{") return is(true, 0);
  const [, name, end] = NAME_VALUE.exec(value) ?? [];
  if (name === undefined) return NOT;
  if (end === undefined) return MORE;
  return isWhole || tools.has(offeredName(name, tools)) ? is(true, 0) : NOT;
}

function mayBeKey(there: string): boolean {
  const begun = /["']?(\w*)["']?\s*$/.exec(there)?.[1] ?? "";
  return KEYS.some((key) => key.startsWith(begun));
}

/** One list, or objects one after the other, which Llama separates by `;`. */
function seeObjects(text: string, at: number, isEnd: boolean): Seen<WrittenCall[]> {
  const json = seeBalanced(text, at);
  if (json.kind !== "is") return json;
  const calls = toWrittenCalls(parseForWriting(json.value), false);
  if (!calls) return NOT;
  const behind = skipSpace(text, json.end);
  if (behind >= text.length) return isEnd ? is(calls, json.end) : MORE;
  const next = text[behind] === ";" ? skipSpace(text, behind + 1) : behind;
  if (next >= text.length) return isEnd ? is(calls, json.end) : MORE;
  if (text[next] !== "{") return is(calls, json.end);
  const more = seeObjects(text, next, isEnd);
  if (more.kind === "is") return is([...calls, ...more.value], more.end);
  return more.kind === "more" ? MORE : is(calls, json.end);
}

/** Whether what a cut text begins with would call one of the tools. */
export function mayCall(cut: string, tools: Toolset): boolean {
  const name = /["']?(?:name|function|tool|tool_name|action)["']?\s*:\s*["']([^"'\n]*)/.exec(
    cut,
  )?.[1];
  const called = name ?? /^\[?\s*([A-Za-z_][\w.]*)\s*\(/.exec(cut)?.[1];
  if (called === undefined) return false;
  return [...tools.keys()].some(
    (tool) => tool === offeredName(called, tools) || (called.length > 2 && tool.startsWith(called)),
  );
}

const REACT = /Action:[ \t]*([\w.]+)[ \t]*\n\s*Action Input:\s*/y;
const QWEN = /✿FUNCTION✿:[ \t]*([\w.]+)[ \t]*\n\s*✿ARGS✿:\s*/y;
const FUNCTIONARY = />>>([\w.]+)[ \t]*\n\s*/y;
/** Harmony, of which a server has taken the tokens. */
const BARE_HARMONY = /(?:assistant)?commentary[ \t]+to=([\w.]+)[ \t]*(?:json|code)?\s*/y;
const OPENINGS = ["Action:", "✿FUNCTION✿:", ">>>", "assistantcommentary", "commentary to="];

/**
 * A call of an offered tool at the beginning of a line that no marker and no bracket opens: ReAct and the like, or one line of Python.
 */
export function seeCallInWords(
  text: string,
  at: number,
  tools: Toolset,
  isEnd: boolean,
): Seen<WrittenCall[]> {
  const there = text.slice(at, at + 200);
  const isOpen = at + there.length === text.length;
  for (const shape of [REACT, QWEN, FUNCTIONARY, BARE_HARMONY]) {
    shape.lastIndex = at;
    const head = shape.exec(text);
    if (!head) continue;
    const name = offeredName(head[1] ?? "", tools);
    if (!tools.has(name)) return mayBeName(head[0], text, at) && !isEnd ? MORE : NOT;
    const json = seeBalanced(text, shape.lastIndex);
    const rest = text.slice(shape.lastIndex);
    if (json.kind !== "is")
      return ["json", "code"].some((word) => word.startsWith(rest)) ? MORE : json;
    const given = parseForWriting(json.value);
    return isRecord(given) ? is([{ name, arguments: given }], json.end) : NOT;
  }
  const begun = OPENINGS.find((opening) => there.startsWith(opening));
  if (begun) {
    const rest = there.slice(begun.length).replace(/^[\s✿]*(?:to=|to?$)?\s*/, "");
    const name = /^[\w.]*/.exec(rest)?.[0] ?? "";
    const isOffered = mayBeOffered(name, tools);
    return isOpen && isOffered && rest.split("\n").length < 3 ? MORE : NOT;
  }
  if (isOpen && OPENINGS.some((opening) => opening.startsWith(there))) return MORE;
  const name = /^[A-Za-z_][\w.]*/.exec(there)?.[0];
  if (name === undefined) return NOT;
  if (name.length === there.length && isOpen) return mayBeOffered(name, tools) ? MORE : NOT;
  return tools.has(offeredName(name, tools)) ? seePythonCalls(text, at, false) : NOT;
}

/** Whether the name goes on where the text ends. */
function mayBeName(head: string, text: string, at: number): boolean {
  return at + head.length >= text.length;
}
