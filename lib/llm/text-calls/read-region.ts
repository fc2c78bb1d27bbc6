/**
 * Reads what stands behind the marker of a call: in JSON, in tags, behind a name, or in Python. The wordings of the open models
 * differ in their markers; between these are four bodies. Pure.
 */
import "server-only";
import { isRecord } from "../../contracts/read-json.ts";
import { parseForWriting } from "../../contracts/repair-json.ts";
import { seeMarker } from "./markers.ts";
import { is, MORE, NOT, type Seen, seeBalanced, seeWord, skipSpace } from "./read-forward.ts";
import { seePythonCalls } from "./read-python-calls.ts";
import {
  offeredName,
  readArgument,
  type Toolset,
  toWrittenCalls,
  type WrittenCall,
} from "./written-call.ts";

/**
 * All calls that stand together, with their markers.
 * @param isEnd whether the text is whole: the last call may lack its closing marker
 */
export function seeRegion(
  text: string,
  at: number,
  tools: Toolset,
  isEnd: boolean,
): Seen<WrittenCall[]> {
  const calls: WrittenCall[] = [];
  let last = at;
  let index = at;
  let isFenced = false;
  for (;;) {
    index = skipSpace(text, index);
    if (index >= text.length) return isEnd && calls.length > 0 ? is(calls, text.length) : MORE;
    // A block of code between the markers.
    const fence =
      index > at && isFenced === calls.length > 0 ? /^`+\w*/.exec(text.slice(index)) : null;
    if (fence) {
      isFenced = true;
      index += fence[0].length;
      last = index;
      continue;
    }
    const part = seePart(text, index, tools, isEnd);
    if (part.kind === "more") return MORE;
    if (part.kind === "not") return calls.length > 0 ? is(calls, last) : NOT;
    calls.push(...part.value);
    index = part.end;
    last = index;
  }
}

/** What a model makes up itself behind its call. */
export const OF_RESULTS = /response|result|output|observation/i;

/** A marker, a separator, or one body of a call. */
function seePart(text: string, at: number, tools: Toolset, isEnd: boolean): Seen<WrittenCall[]> {
  const character = text[at] ?? "";
  if (",;}]".includes(character)) return is([], at + 1);
  if (character === "<" || character === "[") {
    const marker = seeMarker(text, at);
    if (marker.kind === "more") return MORE;
    if (marker.kind === "is") {
      const { kind, name, tool, isClosing } = marker.value;
      if (kind === "token" || OF_RESULTS.test(name)) return NOT;
      return tool !== null && !isClosing
        ? seeTagged(text, marker.end, { tool, tools, isEnd })
        : is([], marker.end);
    }
  }
  if (character === "{" || character === "[") {
    const json = seeJsonCalls(text, at);
    return json.kind === "not" ? seePythonCalls(text, at, true) : json;
  }
  return seeNamed(text, at, tools, isEnd);
}

function seeJsonCalls(text: string, at: number): Seen<WrittenCall[]> {
  const json = seeBalanced(text, at);
  if (json.kind !== "is") return json;
  const calls = toWrittenCalls(parseForWriting(json.value), true);
  return calls ? is(calls, json.end) : NOT;
}

const PARAMETER =
  /<(?:[|｜]DSML[|｜])?(?:[\w-]+:)?(?:parameter|param|argument|arg)(?:\s*=\s*|\s+name\s*=\s*)["']?([^"'<>\s]+)["']?([^<>]*)>/uy;
const PARAMETER_END =
  /<\/(?:[|｜]DSML[|｜])?(?:[\w-]+:)?(?:parameter|param|argument|arg)>|\n(?=<parameter=|<\/function>|<\/invoke>)/u;

type Tagged = { tool: string; tools: Toolset; isEnd: boolean };

/** Behind `<function=name>` or `<invoke name="name">`: an object, or one tag for each argument. */
function seeTagged(
  text: string,
  from: number,
  { tool, tools, isEnd }: Tagged,
): Seen<WrittenCall[]> {
  const name = offeredName(tool, tools);
  const given: Record<string, unknown> = {};
  let at = skipSpace(text, from);
  if (text[at] === "{") {
    const json = seeObject(text, at);
    return json.kind === "is" ? is([{ name, arguments: json.value }], json.end) : json;
  }
  for (;;) {
    at = skipSpace(text, at);
    PARAMETER.lastIndex = at;
    const opened = PARAMETER.exec(text);
    if (!opened) break;
    const [, key = "", attributes = ""] = opened;
    const start = PARAMETER.lastIndex;
    const ended = PARAMETER_END.exec(text.slice(start));
    if (!ended) return MORE;
    const value = text.slice(start, start + ended.index).replace(/^\n|\n$/g, "");
    const isText = /string\s*=\s*["']?true/.test(attributes);
    given[key] = isText ? value : readArgument(value, key, tools.get(name));
    at = start + ended.index + ended[0].length;
  }
  const call = [{ name, arguments: given }];
  if (at >= text.length) return isEnd && Object.keys(given).length > 0 ? is(call, at) : MORE;
  if (text[at] !== "<") return NOT;
  const closing = seeMarker(text, at);
  if (closing.kind === "is") return closing.value.isClosing ? is(call, closing.end) : is(call, at);
  return closing.kind === "more" || !text.slice(at).includes(">") ? MORE : NOT;
}

function seeObject(text: string, at: number): Seen<Record<string, unknown>> {
  const json = seeBalanced(text, at);
  if (json.kind !== "is") return json;
  const value = parseForWriting(json.value);
  return isRecord(value) ? is(value, json.end) : NOT;
}

const NAME = /(?:call:)?([A-Za-z_][\w.:/-]*)/y;

/** A name, and behind it, after markers, its arguments: an object, pairs of tags, or those of Python. */
function seeNamed(text: string, at: number, tools: Toolset, isEnd: boolean): Seen<WrittenCall[]> {
  if (at >= text.length) return MORE;
  NAME.lastIndex = at;
  const [whole, written] = NAME.exec(text) ?? [];
  if (whole === undefined || written === undefined) return NOT;
  const name = offeredName(written, tools);
  let index = skipSpace(text, at + whole.length);
  let isClosed = false;
  let isFenced = false;
  for (;;) {
    if (index >= text.length)
      return isEnd && tools.has(name) && isClosed ? is([{ name, arguments: {} }], index) : MORE;
    const between = seeBetween(text, index);
    if (between.kind === "more") return MORE;
    if (between.kind === "not") break;
    if (between.value === "closing") {
      // Without arguments: only an offered name tells it from words between two tags.
      return tools.has(name) ? is([{ name, arguments: {} }], index) : NOT;
    }
    // DeepSeek V3 writes what is called, and its name behind a marker.
    if (written === "function" && between.value === "marker")
      return seeNamed(text, between.end, tools, isEnd);
    isClosed = true;
    isFenced ||= between.value === "words" && text[index] === "`";
    index = skipSpace(text, between.end);
  }
  if (text[index] === "{") return seeNamedObject(text, index, { name, isFenced, isEnd });
  if (text.startsWith("<arg_key>", index)) return seePairs(text, index, name, tools);
  if ("<arg_key>".startsWith(text.slice(index))) return MORE;
  return text[index] === "(" ? seePythonCalls(text, at, false) : NOT;
}

/** What may stand between a name and its arguments: markers, the id of the call, the opening of a fence. */
function seeBetween(text: string, at: number): Seen<"marker" | "closing" | "words"> {
  if (text[at] === "`") {
    const fence = seeWord(text, at, "```json");
    return fence.kind === "is" ? is("words", fence.end) : fence;
  }
  if (text[at] !== "<" && text[at] !== "[") return NOT;
  const marker = seeMarker(text, at);
  if (marker.kind !== "is")
    return text[at] === "[" ? marker : "<arg_key>".startsWith(text.slice(at)) ? MORE : marker;
  const { name, isClosing } = marker.value;
  if (isClosing) return is("closing", marker.end);
  if (name !== "CALL_ID") return is("marker", marker.end);
  const id = /^[\w-]*/.exec(text.slice(marker.end))?.[0] ?? "";
  const end = marker.end + id.length;
  return end >= text.length ? MORE : is("words", end);
}

type NamedObject = { name: string; isFenced: boolean; isEnd: boolean };

function seeNamedObject(
  text: string,
  at: number,
  { name, isFenced, isEnd }: NamedObject,
): Seen<WrittenCall[]> {
  const json = seeObject(text, at);
  if (json.kind !== "is") return json;
  const call = [{ name, arguments: json.value }];
  if (!isFenced) return is(call, json.end);
  const fence = seeWord(text, skipSpace(text, json.end), "```");
  if (fence.kind === "more" && !isEnd) return MORE;
  return is(call, fence.kind === "is" ? fence.end : json.end);
}

const KEY_END = "</arg_key>";
const VALUE = "<arg_value>";
const VALUE_END = "</arg_value>";

/** GLM: `<arg_key>key</arg_key><arg_value>value</arg_value>`, one pair for each argument. */
function seePairs(text: string, from: number, name: string, tools: Toolset): Seen<WrittenCall[]> {
  const given: Record<string, unknown> = {};
  let at = from;
  while (text.startsWith("<arg_key>", at)) {
    const keyEnd = text.indexOf(KEY_END, at);
    if (keyEnd < 0) return MORE;
    const key = text.slice(at + "<arg_key>".length, keyEnd).trim();
    const value = seeWord(text, skipSpace(text, keyEnd + KEY_END.length), VALUE);
    if (value.kind !== "is") return value;
    const valueEnd = text.indexOf(VALUE_END, value.end);
    if (valueEnd < 0) return MORE;
    given[key] = readArgument(text.slice(value.end, valueEnd).trim(), key, tools.get(name));
    at = skipSpace(text, valueEnd + VALUE_END.length);
  }
  return "<arg_key>".startsWith(text.slice(at)) && at < text.length
    ? MORE
    : is([{ name, arguments: given }], at);
}
