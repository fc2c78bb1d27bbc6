/** Searches of the web and of attached files, and answers from what they find, with the source. */

import { isRecord, parseJson, textOf } from "../../contracts/read-json.ts";
import { firstSentences } from "../files/answer-from-text.ts";
import { findPageTool, findPassageTool, findSearchTool } from "../find-tool.ts";
import {
  PASSAGE_SHOWN_MAX_CHARS,
  PASSAGES_SHOWN_MAX,
  RESULT_SHOWN_MAX_CHARS,
  TOOL_ATTEMPTS_MAX,
} from "../limits.ts";
import { readFileResult } from "../read-result.ts";
import { cite, type ToolResult, type Turn } from "../read-turn.ts";
import { call, type Reply, type Skill, say } from "../skill.ts";
import { readAddress, readWebRequest, searchElsewhere } from "./web-request.ts";

/** Weather, news, "search for …". */
export const searchWeb: Skill = {
  name: "search-web",
  match(turn) {
    const asked = readWebRequest(turn.question);
    if (asked?.isExplicit) return search(turn, asked.query);
    const earlier = lastQuery(turn);
    const query = earlier === null ? null : searchElsewhere(turn.question, earlier);
    return query === null ? null : search(turn, query);
  },
};

/** Any other question, if a search tool is available. */
export const searchForQuestion: Skill = {
  name: "search-for-question",
  match(turn) {
    const asked = readWebRequest(turn.question);
    return asked && findSearchTool(turn.request.tools) ? search(turn, asked.query) : null;
  },
};

/** "Read https://…". */
export const readPage: Skill = {
  name: "read-page",
  match(turn) {
    const address = readAddress(turn.question);
    if (!address) return null;
    const tool = findPageTool(turn.request.tools);
    if (!tool) return say("I would need to open that page, and that is not available to me here.");
    const made = turn.results.filter(({ call: { name } }) => name === tool.name);
    const pages = made.map(({ content, sources }) => ({ ...readFileResult(content), sources }));
    const page = pages.find(({ ok }) => ok);
    if (page?.ok) return say(tellPage(page.text, address) + cite(page.sources[0]));
    if (made.length < TOOL_ATTEMPTS_MAX) return call(tool.use(address));
    return say("I could not read that page: it did not work, twice.");
  },
};

function search(turn: Turn, query: string): Reply {
  const tool = findSearchTool(turn.request.tools);
  if (!tool)
    return say("I would need to search the web for this, and that is not available to me here.");
  const made = turn.results.filter(({ call: { name } }) => name === tool.name);
  const found = made.map(readSearchResult).find((hits) => hits !== null);
  if (found) return say(tellHits(found, query));
  if (made.length < TOOL_ATTEMPTS_MAX) return call(tool.use(query));
  return say("I tried to look that up, and the search did not work.");
}

function tellHits(hits: readonly Hit[], query: string): string {
  const names = namesIn(query);
  const best = hits.find(
    ({ title, text }) => text !== "" && (names.length === 0 || hasOne(names, `${title} ${text}`)),
  );
  if (!best) {
    const about = names.length > 0 && hits.length > 0 ? ` about ${names.join(" ")}` : "";
    return `I looked for “${query}” and found nothing${about}.`;
  }
  const source = /^https?:/.test(best.url)
    ? `[${best.title || best.url}](${best.url})`
    : best.title;
  const told = best.text.slice(0, RESULT_SHOWN_MAX_CHARS) + cite(best.source);
  return `${told}\n\nSource: ${source}`;
}

/** Capitalised words, but for the first one, which may begin a sentence: a page without any of them is about something else. */
function namesIn(query: string): string[] {
  return query.match(/(?<=\s)\p{Lu}[\p{L}-]*/gu) ?? [];
}

function hasOne(names: readonly string[], text: string): boolean {
  const said = text.toLowerCase();
  return names.some((name) => said.includes(name.toLowerCase()));
}

function tellPage(content: string, address: string): string {
  const title = /^Title: (.+)$/m.exec(content)?.[1] ?? address;
  const text = content.replace(/^(?:Title|Address): .*$/gm, "").trim();
  return `**${title}** says:\n\n> ${firstSentences(text).join(" ")}`;
}

function lastQuery({ request, earlierResults }: Turn): string | null {
  const tool = findSearchTool(request.tools);
  const last = earlierResults.findLast(({ call: { name } }) => name === tool?.name);
  return (last && tool?.valueOf(last.call.arguments)) ?? null;
}

const FILES = "(?:documents?|files?|attachments?|attached (?:documents?|files?)|uploads?)";
const ASKED = [
  new RegExp(
    `\\b(?:search|look)\\b(?:\\s+(?:in|through|my|the|all|these|those|attached))*\\s+${FILES}\\s+for\\s+(.+)`,
    "i",
  ),
  new RegExp(
    `\\b(?:search|look)\\s+for\\s+(.+?)\\s+in\\s+(?:(?:my|the|all|these|those|attached)\\s+)*${FILES}`,
    "i",
  ),
  new RegExp(
    `\\bwhich\\s+(?:of\\s+(?:my|the|these)\\s+)?${FILES}\\s+(?:says?|mentions?|talks? about|speaks? of|has|have|contains?)\\s+(?:something about\\s+)?(.+)`,
    "i",
  ),
  /\bwhat do (?:my|the|these|those) (?:documents|files|attachments) say (?:about|on)\s+(.+)/i,
];

export const searchDocuments: Skill = {
  name: "search-documents",
  match(turn) {
    const query = readQuery(turn.question);
    const tool = query === null ? null : findPassageTool(turn.request.tools);
    if (query === null || !tool) return null;
    const made = turn.results.filter(({ call: { name } }) => name === tool.name);
    const found = made.map(readSearchResult).find((hits) => hits !== null);
    if (found) return tell(query, found);
    if (made.length < TOOL_ATTEMPTS_MAX) return call(tool.use(query));
    return say("I could not search the files. Is one attached to this conversation?");
  },
};

function readQuery(question: Turn["question"]): string | null {
  for (const pattern of ASKED) {
    const query = pattern
      .exec(question)?.[1]
      ?.replace(/["“”?.!]+/g, "")
      .trim();
    if (query) return query;
  }
  return null;
}

function tell(query: string, found: readonly Hit[]): Reply {
  if (found.length === 0) return say(`I found nothing about “${query}” in the files.`);
  const passages = found.slice(0, PASSAGES_SHOWN_MAX).map(({ title, text, source }) => {
    const shown =
      text.length > PASSAGE_SHOWN_MAX_CHARS
        ? `${text.slice(0, PASSAGE_SHOWN_MAX_CHARS).toWellFormed()}…`
        : text;
    return `**${title}** says:\n\n> ${shown}${cite(source)}`;
  });
  return say(passages.join("\n\n"));
}

type Hit = { title: string; url: string; text: string; source: number | undefined };

const LISTS = ["results", "passages", "hits", "items"];
const TEXTS = ["snippet", "text", "content", "description"];

/** @returns null where the search failed */
function readSearchResult({ content, sources }: ToolResult): Hit[] | null {
  const parsed = parseJson(content);
  const list = isRecord(parsed)
    ? LISTS.map((name) => parsed[name]).find(Array.isArray)
    : Array.isArray(parsed)
      ? parsed
      : undefined;
  return list
    ? list.filter(isRecord).map((hit, index) => ({ ...toHit(hit), source: sources[index] }))
    : null;
}

function toHit(hit: Record<string, unknown>): Omit<Hit, "source"> {
  const text = TEXTS.map((name) => textOf(hit[name])).find((value) => value !== "") ?? "";
  return {
    title: textOf(hit.title) || textOf(hit.file) || textOf(hit.name),
    url: textOf(hit.url),
    text: text.replace(/\s+/g, " ").trim(),
  };
}
