/** The brief that an intake ends in, and the structural check that it must pass. */
import "server-only";
import { z } from "zod";
import { BRIEF_SECTION_MIN_CHARS } from "../limits.ts";
import type { ConciergeContext } from "./concierge-context.ts";
import { INTAKE_TOPICS } from "./topics.ts";

const section = z.string().max(4_000);

export const Brief = z.strictObject({
  title: z.string().max(120),
  summary: section,
  goal: section,
  audience: section,
  platform: section,
  timeline: section,
  constraints: z.array(z.string().max(400)).max(40),
  open_points: z.array(z.string().max(400)).max(40),
});
export type Brief = z.infer<typeof Brief>;

/** @returns the problems, worded so that the model can fix them; empty if the brief is complete */
export function checkBrief(
  brief: Brief,
  { answers, known_constraints }: ConciergeContext,
): string[] {
  const problems: string[] = [];
  if (brief.title.trim().length < BRIEF_SECTION_MIN_CHARS) problems.push("it needs a title");
  if (brief.summary.trim().length < BRIEF_SECTION_MIN_CHARS) problems.push("it needs a summary");
  for (const { key, label } of INTAKE_TOPICS) {
    if (!answers[key]) problems.push(`"${label}" was not answered yet`);
    else if (brief[key].trim().length < BRIEF_SECTION_MIN_CHARS)
      problems.push(`"${label}" is empty`);
  }
  if (brief.constraints.length < known_constraints.length) {
    problems.push("a known constraint is missing");
  }
  return problems;
}

export function renderBrief(brief: Brief): string {
  const sections = INTAKE_TOPICS.map(({ key, label }) => `## ${label}\n\n${brief[key].trim()}`);
  return [
    `# ${brief.title.trim()}`,
    brief.summary.trim(),
    ...sections,
    `## Constraints\n\n${list(brief.constraints)}`,
    `## Open points\n\n${list(brief.open_points)}`,
    "",
  ].join("\n\n");
}

function list(items: readonly string[]): string {
  return items.length > 0 ? items.map((item) => `- ${item.trim()}`).join("\n") : "None.";
}

/** What of a brief a correction replaces. */
export type BriefPart =
  | { kind: "summary" }
  | { kind: "section"; key: string }
  | { kind: "constraint"; old: string; index: number };

/** A document of `renderBrief` with one part replaced; unchanged where it has no such part. */
export function reviseBrief(document: string, part: BriefPart, value: string): string {
  const [head = "", ...sections] = document.split(/^(?=## )/m);
  if (part.kind === "summary") {
    const [title = ""] = head.split("\n");
    return [`${title}\n\n${value}\n\n`, ...sections].join("");
  }
  const label =
    part.kind === "constraint"
      ? "Constraints"
      : INTAKE_TOPICS.find(({ key }) => key === part.key)?.label;
  return [head, ...sections.map(revised)].join("");

  function revised(section: string): string {
    const [heading = ""] = section.split("\n");
    if (heading !== `## ${label}`) return section;
    if (part.kind !== "constraint") return `${heading}\n\n${value}\n\n`;
    const items = section.split("\n").filter((line) => line.startsWith("- "));
    const exact = items.indexOf(`- ${part.old}`);
    items[exact >= 0 ? exact : Math.min(part.index, items.length)] = `- ${value}`;
    return `${heading}\n\n${items.join("\n")}\n\n`;
  }
}
