/**
 * Tells a call that a model wrote from one that it repeats: whoever writes a page, a file or a result could otherwise call tools
 * through a model that quotes them. Pure.
 */
import "server-only";
import { readMarked } from "../../contracts/model/marked-data.ts";
import { isRecord } from "../../contracts/read-json.ts";
import type { ModelMessage, ModelRequest } from "../model-types.ts";
import { seeMarker } from "./markers.ts";
import { seeRegion } from "./read-region.ts";
import type { FoundCall } from "./separate-calls.ts";
import { seeSoftCalls } from "./soft-call.ts";
import { offeredName, type Toolset, type WrittenCall } from "./written-call.ts";

/** The texts of a prompt that are data: results of tools, and what stands between the marks of the call. */
export function dataOf({ messages }: Pick<ModelRequest, "messages">): string[] {
  return messages.flatMap((message) =>
    message.role === "tool"
      ? [contentOf(message)]
      : message.role === "user"
        ? readMarked(contentOf(message)).flatMap(({ isData, text }) => (isData ? [text] : []))
        : [],
  );
}

function contentOf({ content }: ModelMessage): string {
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => ("text" in part ? part.text : "")).join("\n");
}

/** @returns whether the call stands in one of the texts, in this or in another wording */
export function standsIn(call: FoundCall, texts: readonly string[], tools: Toolset): boolean {
  const written = squash(call.written);
  const wanted = keyOf(call, tools);
  return texts.some(
    (text) =>
      squash(text).includes(written) ||
      [text, unescapeJson(text)].some((one) =>
        callsIn(one, tools).some((found) => keyOf(found, tools) === wanted),
      ),
  );
}

/** Without what differs between one text and its quotation. */
function squash(text: string): string {
  return text.replace(/\\[nrt]|[\s\\"'`]/g, "");
}

/** As it was before it was put into JSON. */
function unescapeJson(text: string): string {
  return text
    .replace(/\\n/g, "\n")
    .replace(/\\t/g, "\t")
    .replace(/\\(["\\/])/g, "$1");
}

/** Every call of an offered tool in a text, wherever it stands. */
function callsIn(text: string, tools: Toolset): WrittenCall[] {
  if (![...tools.keys()].some((name) => text.includes(name))) return [];
  const place = { tools, isWhole: false, isEnd: true };
  return [...text.matchAll(/[<[{]/g)].flatMap(({ index }) => {
    const isMarked = text[index] !== "{" && seeMarker(text, index).kind === "is";
    const calls = isMarked ? seeRegion(text, index, tools, true) : seeSoftCalls(text, index, place);
    return calls.kind === "is" ? calls.value : [];
  });
}

function keyOf({ name, arguments: given }: WrittenCall, tools: Toolset): string {
  return JSON.stringify([offeredName(name, tools), sorted(given)]);
}

/** The order of keys is no difference. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
