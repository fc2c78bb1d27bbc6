import "server-only";
/** "Understood so far": the facts of a running intake, as its person may see them. The machinery stays behind the glass. */
import { CONCIERGE_CONTEXT, type ConciergeContext } from "../../context-state/concierge-context.ts";
import type { PublicFact } from "../../contracts/conversation.ts";
import { decodeStoredState } from "../../hidden-state/decode-stored-state.ts";

/** @param state the concierge's newest hidden state as stored; null where there is none */
export function listUnderstood(state: unknown): PublicFact[] {
  const context = readConcierge(state);
  if (!context) return [];
  const { intake_summary, answers, known_constraints } = context;
  const summary = intake_summary
    ? [{ path: "/intake_summary", label: "In short", value: intake_summary }]
    : [];
  const answered = Object.entries(answers).map(([key, value]) => ({
    path: `/answers/${key}`,
    label: toLabel(key),
    value,
  }));
  const constraints = known_constraints.map((value, index) => ({
    path: `/known_constraints/${index}`,
    label: "Constraint",
    value,
  }));
  return [...summary, ...answered, ...constraints];
}

/** The concierge's context state; null where there is none, or it cannot be read. */
export function readConcierge(state: unknown): ConciergeContext | null {
  if (state === null || state === undefined) return null;
  const decoded = decodeStoredState("concierge", state);
  if (!decoded.ok) return null;
  const checked = CONCIERGE_CONTEXT.state.safeParse(decoded.state.context_state);
  return checked.success ? checked.data : null;
}

function toLabel(key: string): string {
  const words = key.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
