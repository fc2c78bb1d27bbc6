/** "Chart how many joined each month": bars of text, drawn in Python from known figures. */
import { BAR_MAX_CHARS, TOOL_ATTEMPTS_MAX } from "../limits.ts";
import type { Turn } from "../read-turn.ts";
import { BRISK, call, type Skill, say } from "../skill.ts";
import { findCodeTool } from "../tools/find-tool.ts";
import { readCodeResult } from "../tools/read-result.ts";

export const CHART = /\b(?:chart|plot|graph|histogram|diagram|draw (?:a |the )?bars?)\b/i;

export const drawChart: Skill = {
  name: "draw-chart",
  match(turn) {
    if (!CHART.test(turn.question)) return null;
    const rows = findChartRows(turn.stepResults.length > 0 ? turn.stepResults : [turn.question]);
    if (rows.length === 0) return null;
    const tool = findCodeTool(turn.request.tools);
    const made = turn.results.filter(({ call: { name } }) => name === tool?.name);
    const drawn = made.map(({ content }) => readCodeResult(content)).find(({ ok }) => ok);
    if (drawn?.ok) return say(asBlock(turn, drawn.text), BRISK);
    if (!tool || made.length >= TOOL_ATTEMPTS_MAX) return say(asBlock(turn, drawBars(rows)), BRISK);
    return call(tool.use(chartCode(rows)));
  },
};

/** Answers a request for a chart without figures. */
export const askForFigures: Skill = {
  name: "ask-for-figures",
  match: ({ question }) =>
    CHART.test(question)
      ? say("I have no figures to draw. Give me a table, or ask for something to count first.")
      : null,
};

function asBlock({ question }: Turn, bars: string): string {
  const what = /\b(?:chart|plot|graph|draw)\s+(?:of\s+)?(.+)/i
    .exec(question)?.[1]
    ?.replace(/[.?!]+$/, "");
  return `${what ? `A chart of ${what}:` : "The chart:"}\n\n\`\`\`text\n${bars}\n\`\`\``;
}

function chartCode(rows: readonly ChartRow[]): string {
  const list = rows
    .map(({ label, value }) => `    (${JSON.stringify(label)}, ${value}),`)
    .join("\n");
  return `# chart of ${rows.length} figures
rows = [
${list}
]
most = max(value for _, value in rows) or 1
width = max(len(label) for label, _ in rows)
for label, value in rows:
    print(f"{label:<{width}} {'█' * round(30 * value / most)} {value}")
`;
}

/** Draws the same bars without Python. */
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
