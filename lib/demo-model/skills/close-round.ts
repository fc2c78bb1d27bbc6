/** Final answers: after calls that no other skill made, after an approval, and from the results of several steps. */
import { calculationOfCode } from "../calculations/recognise-calculation.ts";
import { isRecord, parseJson, textOf } from "../read-json.ts";
import type { ToolResult, Turn } from "../read-turn.ts";
import { BRISK, type Skill, say } from "../skill.ts";
import { findCodeTool } from "../tools/find-tool.ts";
import { isNotKnown, NOT_KNOWN, readCodeResult, readFileResult } from "../tools/read-result.ts";
import { findChartRows } from "./draw-chart.ts";

const DONE = "That is done.";

/** The person's decision on a pending call, after which they expect its result. */
const APPROVED = /^\W*approved?\b/i;
const DECLINED = /^\W*declined?\b/i;

export const tellApproved: Skill = {
  name: "tell-approved",
  match({ results, request, question }) {
    const last = results.at(-1);
    if (!last) return DECLINED.test(question) ? say("As you decided, that was not done.") : null;
    if (isNotKnown(last.content)) return say(NOT_KNOWN);
    if (!APPROVED.test(question)) return null;
    const code = findCodeTool(request.tools)?.name;
    const sentences = results
      .filter(({ call }) => call.name === code || call.name.startsWith("mcp_"))
      .flatMap((result) => sentenceOf(result) ?? []);
    return say(sentences.length > 0 ? sentences.join("\n\n") : DONE);
  },
};

export const closeToolRound: Skill = {
  name: "close-tool-round",
  match: ({ results }) => (results.length > 0 ? say(DONE) : null),
};

/** Results of code and of MCP tools are shown to the person. Texts of other tools are meant for the model. */
function sentenceOf({ call, content }: ToolResult): string | null {
  if (call.name.startsWith("mcp_")) {
    const told = readFileResult(content);
    return told.ok ? told.text.trim() || null : "I tried that, and it did not work.";
  }
  const read = readCodeResult(content);
  if (!read.ok) return "I tried that, and it did not work.";
  const parsed = parseJson(call.arguments);
  const texts = isRecord(parsed) ? Object.values(parsed).map(textOf) : [];
  const calculation = texts.map(calculationOfCode).find((found) => found !== null);
  return calculation?.phrase(read.text) ?? `The result is **${read.text}**.`;
}

export const composeResults: Skill = {
  name: "compose-results",
  match(turn) {
    if (!isComposing(turn)) return null;
    const all = turn.stepResults.flatMap((result) => result.split(/\n{2,}(?!\s)/));
    const paragraphs = withoutDrawn(all);
    return say([...new Set([...paragraphs, ...undoneIn(turn)])].join("\n\n"), BRISK);
  },
};

function isComposing({ request, stepResults }: Turn): boolean {
  const instructions = request.messages.find(({ role }) => role === "system")?.content ?? "";
  return stepResults.length > 0 && /\bout of the results\b/i.test(instructions);
}

/** A note on the parts that failed. */
function undoneIn({ request }: Turn): string[] {
  const told = request.messages.findLast(
    ({ role, content }) => role === "user" && /^Could not be done\b/.test(content),
  );
  const items = told?.content.split("\n").filter((line) => line.startsWith("- ")) ?? [];
  if (items.length === 0) return [];
  return [`This part did not work, so it is missing here:\n\n${items.join("\n")}`];
}

/** Drops tables whose figures a chart shows. */
function withoutDrawn(paragraphs: readonly string[]): string[] {
  const charts = paragraphs.filter((text) => text.startsWith("```text"));
  const isDrawn = (text: string) => {
    const rows = findChartRows([text]);
    const shows = (chart: string) => rows.every(({ label }) => chart.includes(label));
    return rows.length > 0 && charts.some(shows);
  };
  return paragraphs.filter((text, index) => {
    const next = paragraphs[index + 1] ?? "";
    return !isDrawn(text) && !(text.endsWith(":") && isDrawn(next));
  });
}
