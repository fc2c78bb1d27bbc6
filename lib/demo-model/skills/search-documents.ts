/** "Search my documents for …": the passages of attached files that a search finds, by file. */
import type { Turn } from "../read-turn.ts";
import { call, type Reply, type Skill, say } from "../skill.ts";
import { findPassageTool } from "../tools/find-tool.ts";
import { readSearchResult } from "../web/read-search-result.ts";

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
const MAX_ATTEMPTS = 2;
const SHOWN = 3;
const SHOWN_CHARS = 300;

export const searchDocuments: Skill = {
  name: "search-documents",
  match(turn) {
    const query = readQuery(turn.question);
    const tool = query === null ? null : findPassageTool(turn.request.tools);
    if (query === null || !tool) return null;
    const made = turn.results.filter(({ call: { name } }) => name === tool.name);
    const found = made
      .map(({ content }) => readSearchResult(content))
      .find((hits) => hits !== null);
    if (found) return tell(query, found);
    if (made.length < MAX_ATTEMPTS) return call(tool.use(query));
    return say("I could not search the files. Is one attached to this conversation?");
  },
};

export function readQuery(question: Turn["question"]): string | null {
  for (const pattern of ASKED) {
    const query = pattern
      .exec(question)?.[1]
      ?.replace(/["“”?.!]+/g, "")
      .trim();
    if (query) return query;
  }
  return null;
}

function tell(query: string, found: readonly { title: string; text: string }[]): Reply {
  if (found.length === 0) return say(`I found nothing about “${query}” in the files.`);
  const passages = found.slice(0, SHOWN).map(({ title, text }) => {
    const shown =
      text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS).toWellFormed()}…` : text;
    return `**${title}** says:\n\n> ${shown}`;
  });
  return say(passages.join("\n\n"));
}
