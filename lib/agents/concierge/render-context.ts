/** Renders the concierge's memory for its prompt (ADR-040, "Concierge Prompt"). */
import "server-only";
import type { ConciergeContext } from "./concierge-context.ts";

const CONCIERGE_HEADINGS = [
  "Known Facts",
  "Constraints Established",
  "Open Gaps (do not re-ask)",
  "Questions Already Asked",
] as const;

const NOTHING = "None yet.";

/** Every line is a list item, so that no text can look like a heading. */
function listItems(items: readonly string[]): string {
  return items.length > 0 ? items.map((item) => `- ${item}`).join("\n") : NOTHING;
}

function listFacts({ intake_summary: summary, answers }: ConciergeContext): string {
  // Sorted by key: the same state must give the same prompt.
  const keys = Object.keys(answers).sort();
  const facts = keys.map((key) => `${key}: ${answers[key] ?? ""}`);
  return listItems(summary ? [summary, ...facts] : facts);
}

/** The four sections in order, each a `## Heading` with its items. Deterministic. */
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
