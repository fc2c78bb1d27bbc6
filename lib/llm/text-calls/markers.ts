/** Markers of chat templates: what opens and closes calls in text, ends a turn or names a channel. Pure. */
import "server-only";
import { LONGEST_MARKER_CHARS } from "../limits.ts";
import { is, MORE, NOT, type Seen } from "./read-forward.ts";

export type Marker = {
  text: string;
  /** `call`: around or in a call. `token`: any other token of a template. */
  kind: "call" | "token";
  /** The tag's name; `tool_call` of `<|tool_call|>` as well. */
  name: string;
  isClosing: boolean;
  /** The called tool, where the marker names it: `<function=name>`, `<invoke name="name">`. */
  tool: string | null;
};

/** `<|name|>`, `<|name>`, `<name|>`, and with the wide bars of DeepSeek; the last of them before a name and attributes. */
const BARRED =
  /^<\/?[|｜]DSML[|｜][^<>\n]*>|^<\/?[|｜]\/?[\p{L}\p{N}_▁.:/-]{1,60}[|｜]?>|^<[\w:]+[|｜]>/u;
const BEGINS_BARRED = /^<\/?[|｜](?:\/?[\p{L}\p{N}_▁.:/-]*[|｜]?|DSML[|｜][^<>\n]*)$/u;
const TAG =
  /^<\/?((?:[\w.-]+:)?(?:tool|tools|tool[_-]?calls?|tool[_-][\w-]+|functions?|function[_-][\w-]+|invoke|start_function_call|end_function_call|action_(?:start|end)|toolcalls?|longcat_tool_call))(?:\s*=\s*([^<>\s]+)\s*|\s+[^<>\n]*)?>/i;
/** As Llama writes it where it errs. */
const BROKEN_TAG = /^<function\s*[=(][^<>\n]*>/;
const BRACKETED = /^\[(\/|END_)?([A-Z_]*TOOL[A-Z_]*|CALL_ID|ARGS)\]/;
/** Ends of turns that stand in no bars. */
const ENDS = ["</s>", "<end_of_turn>", "<start_of_turn>", "<eos>", "<bos>", "[/INST]", "[INST]"];
const OF_CALLS =
  /tool|function|call|python_tag|plugin|action|invoke|DSML|channel|recipient|constrain/i;

/** @param at of a `<` or a `[` */
export function seeMarker(text: string, at: number): Seen<Marker> {
  const there = text.slice(at, at + LONGEST_MARKER_CHARS);
  const isAtEnd = at + there.length === text.length;
  const read = there.startsWith("[") ? readBracketed(there) : readTag(there);
  if (read) return is(read, at + read.text.length);
  return isAtEnd && mayBegin(there) ? MORE : NOT;
}

function readTag(there: string): Marker | null {
  const [barred] = BARRED.exec(there) ?? [];
  if (barred !== undefined) {
    const name = barred.replace(/^<\/?[|｜]?\/?|[|｜]?>$/gu, "");
    const isClosing = /^<\/|^<[|｜]\/|end|suffix/i.test(barred) || /^<\w+[|｜]>/u.test(barred);
    const kind = OF_CALLS.test(name) && name !== "call" ? "call" : "token";
    return { text: barred, kind, name, isClosing, tool: attribute(barred) };
  }
  const tag = TAG.exec(there);
  if (tag) {
    const [text, name = "", given] = tag;
    const tool = given?.replace(/^["']|["']$/g, "") ?? attribute(text);
    const isClosing = text.startsWith("</") || /^end_/i.test(name);
    return { text, kind: "call", name: name.toLowerCase(), isClosing, tool };
  }
  const [broken] = BROKEN_TAG.exec(there) ?? [];
  if (broken) return { text: broken, kind: "call", name: "function", isClosing: false, tool: null };
  return readEnd(there);
}

function readBracketed(there: string): Marker | null {
  const [text, slash, name = ""] = BRACKETED.exec(there) ?? [];
  if (text === undefined) return readEnd(there);
  return { text, kind: "call", name, isClosing: slash !== undefined, tool: null };
}

function readEnd(there: string): Marker | null {
  const text = ENDS.find((end) => there.startsWith(end));
  return text ? { text, kind: "token", name: text, isClosing: true, tool: null } : null;
}

function attribute(tag: string): string | null {
  return /\sname\s*=\s*["']?([^"'<>\s]+)/.exec(tag)?.[1] ?? null;
}

/** Whether a text that ends within it may become a marker. */
function mayBegin(there: string): boolean {
  if (there.startsWith("[")) {
    return /^\[\/?[A-Z_]*$/.test(there);
  }
  if (ENDS.some((end) => end.startsWith(there))) return true;
  if (/^<\/?[|｜]/u.test(there)) return BEGINS_BARRED.test(there);
  const name = /^<\/?([\p{L}_][\w:.-]*)?([^<>\n]*)$/u.exec(there);
  if (!name) return false;
  const [, begun = "", rest = ""] = name;
  // A name may yet be the namespace of another: `<minimax:tool_call>`.
  if (rest === "") return true;
  if (rest.startsWith("(")) return begun === "function";
  return /^[\s=]/.test(rest) ? TAG.test(`<${begun}>`) : /^[|｜]$/u.test(rest);
}
