/** The concierge's memory as its prompt shows it (ADR-040, "Concierge Prompt"). */
import type { ConciergeContext } from "./concierge-context.ts";

export const CONCIERGE_HEADINGS = [
  "Known Facts",
  "Constraints Established",
  "Open Gaps (do not re-ask)",
  "Questions Already Asked",
] as const;

const NOTHING = "None yet.";

/** Each line is an item, so that no text can pass for a heading. */
function listItems(items: readonly string[]): string {
  return items.length > 0 ? items.map((item) => `- ${item}`).join("\n") : NOTHING;
}

function listFacts({ intake_summary: summary, answers }: ConciergeContext): string {
  // By key, not by when it was answered: the same state gives the same prompt.
  const keys = Object.keys(answers).sort();
  const facts = keys.map((key) => `${key}: ${answers[key] ?? ""}`);
  return listItems(summary ? [summary, ...facts] : facts);
}

/** The four sections, in order, each `## Heading` and its items. The same state gives the same text. */
export function renderConciergeSections(state: ConciergeContext): string {
  const bodies = [
    listFacts(state),
    listItems(state.known_constraints),
    listItems(state.open_gaps),
    listItems(state.questions_asked),
  ];
  const sections = CONCIERGE_HEADINGS.map((heading, place) => `## ${heading}\n${bodies[place]}`);
  return sections.join("\n\n");
}
