/** One answer out of the results of several steps: all of them, in order, each once. */
import { findChartRows } from "../chart/chart-data.ts";
import type { Turn } from "../read-turn.ts";
import { BRISK, type Skill, say } from "../skill.ts";

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

/** What is to be said of the rest. */
function undoneIn({ request }: Turn): string[] {
  const told = request.messages.findLast(
    ({ role, content }) => role === "user" && /^Could not be done\b/.test(content),
  );
  const items = told?.content.split("\n").filter((line) => line.startsWith("- ")) ?? [];
  if (items.length === 0) return [];
  return [`This part did not work, so it is missing here:\n\n${items.join("\n")}`];
}

/** Figures that a chart shows are not shown a second time as a table. */
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
