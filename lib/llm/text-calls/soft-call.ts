/** Calls without a marker: JSON and Python, which an answer may hold for other reasons. Pure. */
import "server-only";
import { parseForWriting } from "../../contracts/repair-json.ts";
import { is, MORE, NOT, type Seen, seeBalanced, skipSpace } from "./read-forward.ts";
import { seePythonCalls } from "./read-python-calls.ts";
import { offeredName, type Toolset, toWrittenCalls, type WrittenCall } from "./written-call.ts";

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
