/** Calls in the syntax of Python, `[f(a=1), g()]`, as Llama 3.2 and Gemma write them. Pure. */
import "server-only";
import { parseAsWritten } from "../../contracts/json/exact-numbers.ts";
import { parseTolerantly } from "../../contracts/repair-json.ts";
import { is, MORE, NOT, type Seen, seeBalanced, skipSpace } from "./read-forward.ts";
import type { WrittenCall } from "./written-call.ts";

const NAME = /[A-Za-z_][\w.]*/y;

/** `[f(…), g(…)]`, or `f(…)` alone where brackets are not needed. */
export function seePythonCalls(text: string, at: number, needsList: boolean): Seen<WrittenCall[]> {
  const isList = text[at] === "[";
  if (!isList && needsList) return NOT;
  const calls: WrittenCall[] = [];
  let index = isList ? at + 1 : at;
  for (;;) {
    index = skipSpace(text, index);
    const call = seeCall(text, index);
    if (call.kind !== "is") return call;
    calls.push(call.value);
    index = isList ? skipSpace(text, call.end) : call.end;
    if (!isList) return is(calls, index);
    if (index >= text.length) return MORE;
    if (text[index] === "]") return is(calls, index + 1);
    if (text[index] !== ",") return NOT;
    index += 1;
  }
}

function seeCall(text: string, at: number): Seen<WrittenCall> {
  if (at >= text.length) return MORE;
  NAME.lastIndex = at;
  const [name] = NAME.exec(text) ?? [];
  if (name === undefined) return NOT;
  const open = at + name.length;
  if (open >= text.length) return MORE;
  if (text[open] !== "(") return NOT;
  // Told early, so that nothing else waits for its end: only calls have named arguments.
  const begun = /^\(\s*(\)|[A-Za-z_]\w*\s*(?:=(?!=)|$)|$)/.exec(text.slice(open));
  if (!begun) return NOT;
  const body = seeBalanced(text, open);
  if (body.kind !== "is") return body;
  if (!body.value.endsWith(")")) return NOT;
  const given = readNamed(body.value.slice(1, -1));
  return given ? is({ name, arguments: given }, body.end) : NOT;
}

const PAIR = /\s*([A-Za-z_]\w*)\s*=\s*/y;

/** @returns null where an argument has no name or no value */
function readNamed(text: string): Record<string, unknown> | null {
  const given: [string, unknown][] = [];
  let at = 0;
  while (text.slice(at).trim() !== "") {
    PAIR.lastIndex = at;
    const pair = PAIR.exec(text);
    if (!pair) return null;
    const start = PAIR.lastIndex;
    const end = endOfValue(text, start);
    const value = readValue(text.slice(start, end).trim());
    if (value === undefined) return null;
    given.push([pair[1] ?? "", value]);
    at = end + 1;
  }
  return Object.fromEntries(given);
}

/** The comma behind a value, or the end. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === '"' || character === "'") at = endOfString(text, at);
    else if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) depth -= 1;
    else if (character === "," && depth === 0) return at;
  }
  return text.length;
}

/** The index of the last character of a string, also of one in three quotes. */
function endOfString(text: string, start: number): number {
  const quote = text[start] ?? "";
  const fence = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  for (let at = start + fence.length; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text.startsWith(fence, at)) return at + fence.length - 1;
  }
  return text.length;
}

const WORDS: Readonly<Record<string, unknown>> = { True: true, False: false, None: null };

function readValue(text: string): unknown {
  if (text in WORDS) return WORDS[text];
  const known = parseAsWritten(text);
  if (known !== undefined) return known;
  const [, quote = "", inside] = /^("""|'''|"|')([\s\S]*)\1$/.exec(text) ?? [];
  if (inside !== undefined) return readEscapes(inside, quote);
  const words = text.replace(/\b(True|False|None)\b/g, (word) => JSON.stringify(WORDS[word]));
  return parseTolerantly(words);
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  "'": "'",
  '"': '"',
};

function readEscapes(text: string, quote: string): string {
  if (quote.length === 1 && text.includes("\n")) return text;
  return text.replace(/\\(.)/gs, (whole, escaped: string) => ESCAPES[escaped] ?? whole);
}
