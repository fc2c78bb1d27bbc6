/** What stands next in an answer: text for the person, a token that goes, reasoning, or what may be a call. Pure. */
import "server-only";
import type { LeftOut } from "../../contracts/model/left-out.ts";
import { isRecord } from "../../contracts/read-json.ts";
import { parseForWriting } from "../../contracts/repair-json.ts";
import { endOfMessage, isCutHeader, seeHarmony } from "./harmony.ts";
import { type Marker, seeMarker } from "./markers.ts";
import { MORE, type Seen, seeBalanced, skipSpace } from "./read-forward.ts";
import { OF_RESULTS, seeRegion } from "./read-region.ts";
import { mayCall, seeCallInWords, seeSoftCalls } from "./soft-call.ts";
import { readArgument, type Toolset, type WrittenCall } from "./written-call.ts";

/** What stands next: text for the person, reasoning, something that goes, or what may be a call. Null: wait. */
export type Next =
  | { take: number; as: "text" | "token" | "space" }
  | { take: number; as: "reasoning"; from: number }
  | { take: number; as: "left-out"; why: LeftOut }
  | { take: number; as: "calls"; calls: WrittenCall[]; isMarked: boolean; isFenced: boolean }
  | null;

export type Code = { kind: "fence"; mark: string } | { kind: "inline"; mark: string };

/** Words, up to the last of them: the space behind it may stand before a call. */
const PLAIN = /^[^<[{`~\n]*[^<[{`~\s]/;

/** In a block of code or between backticks everything is text, up to the end of it. */
export function nextInCode(ahead: string, code: Code, line: string, isEnd: boolean) {
  if (code.kind === "inline") {
    const end = /\n|`+/.exec(ahead);
    if (!end) return { take: ahead.length, as: "text" as const };
    if (end.index > 0) return { take: end.index, as: "text" as const };
    const [mark] = end;
    if (mark !== "\n" && mark.length === ahead.length && !isEnd) return null;
    const isDone = mark === "\n" || mark === code.mark;
    return { take: mark.length, code: isDone ? null : code };
  }
  const newline = ahead.indexOf("\n");
  const whole = newline < 0 ? ahead : ahead.slice(0, newline);
  if (line.trim() === "") {
    const isEndMark = closesFence(whole, code.mark);
    if (isEndMark && newline < 0 && !isEnd) return null;
    if (isEndMark) return { take: whole.length, code: null };
    // What begins with the mark may yet be the end of the block.
    if (newline < 0 && !isEnd && code.mark.startsWith(whole.trim().slice(0, code.mark.length)))
      return null;
  }
  return { take: newline < 0 ? ahead.length : newline + 1, as: "text" as const };
}

function closesFence(line: string, mark: string): boolean {
  const text = line.trim();
  return text.startsWith(mark) && text.replaceAll(mark[0] ?? "", "") === "";
}

export type Place = {
  tools: Toolset;
  /** What stands before on the line. */
  line: string;
  /** Whether nothing stands before in the answer. */
  isWhole: boolean;
  /** Whether something before waits for what follows. */
  isHolding: boolean;
  isEnd: boolean;
};

export function nextInText(ahead: string, place: Place): Next | { take: number; code: Code } {
  const isAtStart = place.line.trim() === "";
  // Behind the spaces that a line begins with, a call may stand.
  if (isAtStart && /^\s/.test(ahead)) return nextAtSpace(ahead, place);
  if (isAtStart) {
    const words = seeCallInWords(ahead, 0, place.tools, place.isEnd);
    if (words.kind === "more" && !place.isEnd) return null;
    if (words.kind === "is")
      return { take: words.end, as: "calls", calls: words.value, isMarked: false, isFenced: true };
  }
  const [plain = ""] = PLAIN.exec(ahead) ?? [];
  if (plain !== "") return { take: plain.length, as: "text" };
  const character = ahead[0] ?? "";
  if (/\s/.test(character)) return nextAtSpace(ahead, place);
  if (character === "`" || character === "~") return nextAtCode(ahead, place);
  if (character === "{") return nextAtSoft(ahead, place);
  return nextAtMarker(ahead, place);
}

/** What ends a line waits: behind a call that is left out it would be a blank one. */
function nextAtSpace(ahead: string, { isHolding, isEnd }: Place): Next {
  const spaces = isHolding ? "" : (/^[^\S\n]+/.exec(ahead)?.[0] ?? "");
  if (spaces !== "") return { take: spaces.length, as: "text" };
  const end = skipSpace(ahead, 0);
  return end === ahead.length && !isEnd ? null : { take: end, as: "space" };
}

const KNOWN_TOKEN =
  /^(?:im_start|im_end|im_sep|eot_id|eom_id|eot|end_of_text|begin_of_text|endoftext|start_header_id|end_header_id|end|return|<end_of_turn>|<\/s>|end▁of▁sentence)$/u;

export function nextBesideTokens(ahead: string, place: Place): Next | { take: number; code: Code } {
  const [plain = ""] = /^[^<`~]*[^<`~\s]/.exec(ahead) ?? [];
  if (plain !== "") return { take: plain.length, as: "text" };
  if (ahead[0] === "`" || ahead[0] === "~") return openCode(ahead, place);
  if (ahead[0] !== "<") return nextInText(ahead, place);
  const marker = seeMarker(ahead, 0);
  if (marker.kind === "more" && !place.isEnd) return null;
  return marker.kind === "is" && KNOWN_TOKEN.test(marker.value.name)
    ? nextAtToken(ahead, marker.value, place)
    : { take: 1, as: "text" };
}

function openCode(
  ahead: string,
  { line, isEnd }: Pick<Place, "line" | "isEnd">,
): Next | { take: number; code: Code } {
  const [mark = ""] = /^(?:`+|~+)/.exec(ahead) ?? [];
  if (mark.length === ahead.length && !isEnd) return null;
  if (mark.length >= 3 && line.trim() === "")
    return { take: mark.length, code: { kind: "fence", mark } };
  return mark[0] === "`"
    ? { take: mark.length, code: { kind: "inline", mark } }
    : { take: mark.length, as: "text" };
}

/** A block of code is held only while a call may stand in it. */
function nextAtCode(
  ahead: string,
  { tools, line, isEnd }: Place,
): Next | { take: number; code: Code } {
  const open = openCode(ahead, { line, isEnd });
  if (!open || !("code" in open) || open.code?.kind !== "fence") return open;
  const { mark } = open.code;
  const opening = /^[`~]+[ \t]*([\w+-]*)[ \t]*\n/.exec(ahead);
  if (!opening) return /^[`~]+[ \t]*[\w+-]*[ \t]*$/.test(ahead) && !isEnd ? null : open;
  const from = skipSpace(ahead, opening[0].length);
  const isPython = /^tool_code$/i.test(opening[1] ?? "");
  const inside = seeInFence(ahead, from, { tools, isWhole: false, isPython, isEnd });
  if (inside.kind === "not") return open;
  if (inside.kind === "more") {
    if (!isEnd) return null;
    return mayCall(ahead.slice(from), tools)
      ? { take: ahead.length, as: "left-out", why: "cut" }
      : open;
  }
  const behind = skipSpace(ahead, inside.end);
  const closing = ahead.slice(behind);
  const end = new RegExp(`^\\${mark[0]}{${mark.length},}[ \\t]*(?=\\n|$)`).exec(closing);
  const calls = { as: "calls" as const, calls: inside.value, isMarked: false, isFenced: true };
  if (end && (isEnd || closing.length > end[0].length))
    return { take: behind + end[0].length, ...calls };
  if (!isEnd && (end || /^[`~]*[ \t]*$/.test(closing))) return null;
  return closing.trim() === "" && isEnd ? { take: ahead.length, ...calls } : open;
}

type Fence = { tools: Toolset; isWhole: boolean; isPython: boolean; isEnd: boolean };

function seeInFence(
  ahead: string,
  from: number,
  { isPython, ...place }: Fence,
): Seen<WrittenCall[]> {
  if (from >= ahead.length) return MORE;
  if (isPython) {
    const print = /^print\(/.exec(ahead.slice(from));
    const start = from + (print?.[0].length ?? 0);
    const calls = seeSoftCalls(ahead, start, { ...place, isPython });
    return calls.kind === "is" && print ? { ...calls, end: calls.end + 1 } : calls;
  }
  const words = seeCallInWords(ahead, from, place.tools, place.isEnd);
  if (words.kind !== "not") return words;
  if (ahead[from] === "<") return seeRegionAt(ahead, from, place.tools, place.isEnd);
  return seeSoftCalls(ahead, from, place);
}

function seeRegionAt(
  ahead: string,
  from: number,
  tools: Toolset,
  isEnd: boolean,
): Seen<WrittenCall[]> {
  const marker = seeMarker(ahead, from);
  if (marker.kind !== "is") return marker;
  return marker.value.kind === "call" ? seeRegion(ahead, from, tools, isEnd) : { kind: "not" };
}

function nextAtSoft(ahead: string, { tools, isWhole, isEnd }: Place): Next {
  const soft = seeSoftCalls(ahead, 0, { tools, isWhole, isEnd });
  if (soft.kind === "is")
    return { take: soft.end, as: "calls", calls: soft.value, isMarked: false, isFenced: false };
  if (soft.kind === "not") return { take: 1, as: "text" };
  if (!isEnd) return null;
  const isCall = mayCall(ahead, tools);
  return isCall ? { take: ahead.length, as: "left-out", why: "cut" } : { take: 1, as: "text" };
}

function nextAtMarker(ahead: string, place: Place): Next {
  const harmony = seeHarmony(ahead, 0);
  if (harmony.kind === "more" && !place.isEnd) return null;
  if (harmony.kind === "more" && isCutHeader(ahead) && !isInSentence(place.line))
    return { take: ahead.length, as: "left-out", why: "cut" };
  if (harmony.kind === "is") return nextAtHarmony(ahead, harmony.end, harmony.value, place);
  const marker = seeMarker(ahead, 0);
  if (marker.kind === "more" && !place.isEnd) return null;
  if (marker.kind !== "is")
    return ahead[0] === "[" ? nextAtSoft(ahead, place) : nextAtNamedTag(ahead, place);
  const { value, end } = marker;
  if (value.kind === "token" || (value.isClosing && value.tool === null))
    return nextAtToken(ahead, value, place);
  if (OF_RESULTS.test(value.name)) return nextAtUnknown(ahead, value, place);
  const region = seeRegion(ahead, 0, place.tools, place.isEnd);
  if (region.kind === "is")
    return { take: region.end, as: "calls", calls: region.value, isMarked: true, isFenced: false };
  if (region.kind === "more") {
    if (!place.isEnd) return null;
    return isInSentence(place.line) && ahead.slice(end).trim() === ""
      ? { take: end, as: "text" }
      : { take: ahead.length, as: "left-out", why: "cut" };
  }
  return nextAtUnknown(ahead, value, place);
}

/** A tag with the name of an offered tool, and a tag for each argument in it. */
function nextAtNamedTag(ahead: string, { tools, line, isEnd }: Place): Next {
  const [tag, name = ""] = /^<([A-Za-z_][\w.-]*)>/.exec(ahead) ?? [];
  if (!tag || !tools.has(name) || isInSentence(line)) return { take: 1, as: "text" };
  const closing = `</${name}>`;
  const end = ahead.indexOf(closing);
  if (end < 0) return isEnd ? { take: ahead.length, as: "left-out", why: "cut" } : null;
  const take = end + closing.length;
  const body = ahead.slice(tag.length, end);
  const given = [...body.matchAll(/<([\w.-]+)>\n?([\s\S]*?)\n?<\/\1>/g)].map(
    ([, key = "", value = ""]) => [key, readArgument(value, key, tools.get(name))] as const,
  );
  if (body.replace(/<([\w.-]+)>[\s\S]*?<\/\1>/g, "").trim() !== "")
    return { take, as: "left-out", why: "unknown-shape" };
  const calls = [{ name, arguments: Object.fromEntries(given) }];
  return { take, as: "calls", calls, isMarked: true, isFenced: false };
}

/** A marker of calls with something behind it that is none of the known bodies: a word about it, or an unknown shape. */
function nextAtUnknown(ahead: string, marker: Marker, { line, isEnd }: Place): Next {
  const { text, name } = marker;
  const behind = ahead[text.length] ?? "";
  if (isInSentence(line) || /[ \t.,;:!?)]/.test(behind)) return { take: text.length, as: "text" };
  const isTag = !/[|｜[]/u.test(text);
  const closing = isTag
    ? new RegExp(`</${RegExp.escape(name)}\\s*>`, "i")
    : /<\/?[|｜][^<>\n]*(?:end|suffix)[^<>\n]*>|<[|｜]\/[^<>\n]*>|<\w+[|｜]>|\[\/[A-Z_]+\]/iu;
  const end = closing.exec(ahead.slice(text.length));
  if (end)
    return { take: text.length + end.index + end[0].length, as: "left-out", why: "unknown-shape" };
  if (!isEnd) return null;
  return isTag
    ? { take: text.length, as: "text" }
    : { take: ahead.length, as: "left-out", why: "unknown-shape" };
}

/** The token of a template goes, with the role behind it; a word about one in a sentence stays. */
function nextAtToken(ahead: string, { text, name, kind }: Marker, { line, isEnd }: Place): Next {
  const behind = ahead.slice(text.length);
  if (isInSentence(line)) {
    if (behind.length < 2 && !isEnd) return null;
    if (/^["'”’)\]]*[.,;:!?)]|^["'”’)\]]*[ \t]+[\p{L}\p{N}(<]/u.test(behind))
      return { take: text.length, as: "text" };
  }
  // An end tag without its call goes, too; one that is spoken of stays.
  if (kind === "call" && !/[|｜[]/u.test(text)) {
    if (behind === "" && !isEnd) return null;
    if (/^[ \t.,;:)]/.test(behind)) return { take: text.length, as: "text" };
  }
  const role = /start|from/.test(name) ? /^(?:assistant|user|system|tool|model)\b\n?/ : null;
  if (role && !isEnd && /^[a-z]{0,9}$/.test(behind)) return null;
  return { take: text.length + (role?.exec(behind)?.[0].length ?? 0), as: "token" };
}

/** Whether words of a sentence stand before a place on its line, and a space or a quotation mark between them. */
function isInSentence(line: string): boolean {
  return /[\p{L}\p{N},"'“‘(«*][ "'“‘(«*]+$/u.test(line);
}

/** Harmony: thoughts are kept apart, calls are held, and of an answer or a preamble only the header goes. */
function nextAtHarmony(
  ahead: string,
  from: number,
  { channel, tool }: { channel: string; tool: string | null },
  { isEnd }: Place,
): Next {
  if (tool !== null) {
    const at = skipSpace(ahead, from);
    if (at >= ahead.length) return isEnd ? { take: at, as: "left-out", why: "cut" } : null;
    const json = ahead[at] === "{" ? seeBalanced(ahead, at) : null;
    if (json?.kind === "more")
      return isEnd ? { take: ahead.length, as: "left-out", why: "cut" } : null;
    const given = json?.kind === "is" ? parseForWriting(json.value) : null;
    if (json?.kind === "is" && isRecord(given))
      return {
        take: json.end,
        as: "calls",
        calls: [{ name: tool, arguments: given }],
        isMarked: true,
        isFenced: false,
      };
    const end = endOfMessage(ahead, at);
    if (end < 0 && !isEnd) return null;
    return { take: end < 0 ? ahead.length : end, as: "left-out", why: "unknown-shape" };
  }
  if (channel !== "analysis") return { take: from, as: "token" };
  const end = endOfMessage(ahead, from);
  if (end < 0) return isEnd ? { take: ahead.length, as: "reasoning", from } : null;
  return { take: end, as: "reasoning", from };
}
