/** What a search found, of the web or of documents. */
import { isRecord, parseJson, textOf } from "../read-json.ts";

export type Hit = { title: string; url: string; text: string };

const LISTS = ["results", "passages", "hits", "items"];
const TEXTS = ["snippet", "text", "content", "description"];

/** @returns null where the search itself did not work */
export function readSearchResult(content: string): Hit[] | null {
  const parsed = parseJson(content);
  const list = isRecord(parsed)
    ? LISTS.map((name) => parsed[name]).find(Array.isArray)
    : Array.isArray(parsed)
      ? parsed
      : undefined;
  return list ? list.filter(isRecord).map(toHit) : null;
}

function toHit(hit: Record<string, unknown>): Hit {
  const text = TEXTS.map((name) => textOf(hit[name])).find((value) => value !== "") ?? "";
  return {
    title: textOf(hit.title) || textOf(hit.file) || textOf(hit.name),
    url: textOf(hit.url),
    text: text.replace(/\s+/g, " ").trim(),
  };
}
