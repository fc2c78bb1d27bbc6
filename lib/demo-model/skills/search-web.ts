/** Things to look up: a search, and an answer out of what it found, with its source. */

import { firstSentences } from "../files/describe-text.ts";
import type { Turn } from "../read-turn.ts";
import { call, type Reply, type Skill, say } from "../skill.ts";
import { findPageTool, findSearchTool } from "../tools/find-tool.ts";
import { readFileResult } from "../tools/read-result.ts";
import { type Hit, readSearchResult } from "../web/read-search-result.ts";
import { readAddress, readWebRequest, searchElsewhere } from "../web/web-request.ts";

const MAX_ATTEMPTS = 2;
const SHOWN_CHARS = 700;

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

/** Any other question, where it can search. */
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
    const pages = made.map(({ content }) => readFileResult(content));
    const page = pages.find(({ ok }) => ok);
    if (page?.ok) return say(tellPage(page.text, address));
    if (made.length < MAX_ATTEMPTS) return call(tool.use(address));
    return say("I could not read that page: it did not work, twice.");
  },
};

function search(turn: Turn, query: string): Reply {
  const tool = findSearchTool(turn.request.tools);
  if (!tool)
    return say("I would need to search the web for this, and that is not available to me here.");
  const made = turn.results.filter(({ call: { name } }) => name === tool.name);
  const found = made.map(({ content }) => readSearchResult(content)).find((hits) => hits !== null);
  if (found) return say(tellHits(found, query));
  if (made.length < MAX_ATTEMPTS) return call(tool.use(query));
  return say("I tried to look that up, and the search did not work.");
}

function tellHits(hits: readonly Hit[], query: string): string {
  const best = hits.find(({ text }) => text !== "");
  if (!best) return `I looked for “${query}” and found nothing.`;
  const source = /^https?:/.test(best.url)
    ? `[${best.title || best.url}](${best.url})`
    : best.title;
  return `${best.text.slice(0, SHOWN_CHARS)}\n\nSource: ${source}`;
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
