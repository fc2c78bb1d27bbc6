/** "Chart how many joined each month": a picture, drawn by a tool from known figures; bars of text without one. */

import type { ToolDefinition } from "../chat-request.ts";
import { propertiesOf } from "../find-tool.ts";
import { BAR_MAX_CHARS, TOOL_ATTEMPTS_MAX } from "../limits.ts";
import type { Turn } from "../read-turn.ts";
import { BRISK, call, type Skill, say } from "../skill.ts";

export const CHART = /\b(?:chart|plot|graph|histogram|diagram|draw (?:a |the )?bars?)\b/i;

export const drawChart: Skill = {
  name: "draw-chart",
  match(turn) {
    if (!CHART.test(turn.question)) return null;
    const rows = findChartRows(sourcesOf(turn));
    if (rows.length === 0) return null;
    const tool = findChartTool(turn.request.tools);
    const made = turn.results.filter(({ call: { name } }) => name === tool?.name);
    if (made.some(({ content }) => /\bis drawn\b/i.test(content))) return say(tellOf(turn), BRISK);
    if (!tool || made.length >= TOOL_ATTEMPTS_MAX) return say(asBlock(turn, drawBars(rows)), BRISK);
    return call({ name: tool.name, arguments: JSON.stringify(chartOf(turn, rows)) });
  },
};

/** Who says what a person can see. */
const SAID: ReadonlySet<string> = new Set(["user", "assistant"]);

const EARLIER = /\b(?:that|this|these|those|it|them|the (?:table|figures|numbers) above)\b/i;

/** Where the figures stand: results of this turn, the message itself, or what stands above it ("chart that"). */
function sourcesOf({ stepResults, question, request }: Turn): readonly string[] {
  if (stepResults.length > 0) return stepResults;
  if (findChartRows([question]).length > 0 || !EARLIER.test(question)) return [question];
  return request.messages.flatMap(({ role, content }) => (SAID.has(role) ? [content] : []));
}

/** A tool that draws, with arguments for labels and series. */
function findChartTool(tools: readonly ToolDefinition[]): ToolDefinition | null {
  const draws = ({ name, description, parameters }: ToolDefinition) => {
    const names = new Set(propertiesOf(parameters).map(([property]) => property));
    return CHART.test(`${name} ${description}`) && names.has("labels") && names.has("series");
  };
  return tools.find(draws) ?? null;
}

function chartOf(turn: Turn, rows: readonly ChartRow[]) {
  const title = whatOf(turn);
  return {
    type: /\bpie\b/i.test(turn.question) ? "pie" : /\bline\b/i.test(turn.question) ? "line" : "bar",
    ...(title ? { title: `${title[0]?.toUpperCase()}${title.slice(1)}` } : {}),
    labels: rows.map(({ label }) => label),
    series: [{ name: "Count", values: rows.map(({ value }) => value) }],
  };
}

/** "That" names nothing to somebody who sees the picture alone. */
const BACK = /^(?:that|this|these|those|it|them)(?: for me| please)?$/i;

function whatOf({ question }: Turn): string | undefined {
  return (
    /\b(?:chart|plot|graph|draw)\s+(?:of\s+)?(.+)/i
      .exec(question)?.[1]
      ?.replace(/[.?!]+$/, "")
      .replace(BACK, "") || undefined
  );
}

function tellOf(turn: Turn): string {
  const what = whatOf(turn);
  return `The picture below is a chart${what ? ` of ${what}` : ""}.`;
}

/** Answers a request for a chart without figures. */
export const askForFigures: Skill = {
  name: "ask-for-figures",
  match: ({ question }) =>
    CHART.test(question)
      ? say("I have no figures to draw. Give me a table, or ask for something to count first.")
      : null,
};

function asBlock(turn: Turn, bars: string): string {
  const what = whatOf(turn);
  return `${what ? `A chart of ${what}:` : "The chart:"}\n\n\`\`\`text\n${bars}\n\`\`\``;
}

/** Draws bars with characters. */
function drawBars(rows: readonly ChartRow[]): string {
  const most = Math.max(...rows.map(({ value }) => value), 1);
  const width = Math.max(...rows.map(({ label }) => label.length));
  return rows
    .map(({ label, value }) => {
      const bar = "█".repeat(Math.max(0, Math.round((BAR_MAX_CHARS * value) / most)));
      return `${label.padEnd(width)} ${bar} ${value}`;
    })
    .join("\n");
}

export type ChartRow = { label: string; value: number };

/** The rows of the last Markdown table with numbers in its last column; empty where there is none. */
export function findChartRows(texts: readonly string[]): ChartRow[] {
  for (const text of texts.toReversed()) {
    const rows = tablesOf(text)
      .map(toRows)
      .findLast((found) => found.length > 0);
    if (rows) return rows;
  }
  return [];
}

function tablesOf(text: string): string[][] {
  const tables: string[][] = [[]];
  for (const line of text.split("\n")) {
    if (/^\s*\|.*\|\s*$/.test(line)) tables.at(-1)?.push(line.trim());
    else if (tables.at(-1)?.length) tables.push([]);
  }
  return tables;
}

function toRows(lines: readonly string[]): ChartRow[] {
  return lines.flatMap((line) => {
    const cells = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    const value = cells.at(-1) ?? "";
    const label = cells.at(-2) ?? "";
    return cells.length >= 2 && /^-?\d+(?:\.\d+)?$/.test(value) && label !== ""
      ? [{ label: label.replaceAll("\\|", "|"), value: Number(value) }]
      : [];
  });
}
