/** "Understood so far": the facts of a running intake that its person may read and correct. */
import "server-only";
import { applyDelta } from "../../context-state/apply-delta.ts";
import type { PublicFact } from "../../contracts/public/conversation.ts";
import type { FactDeclaration } from "../define-agent.ts";
import { type BriefPart, reviseBrief } from "./brief.ts";
import {
  CONCIERGE_CONTEXT,
  type ConciergeContext,
  type ConciergeDelta,
} from "./concierge-context.ts";

export const intakeFacts: FactDeclaration = {
  list(value) {
    const context = readContext(value);
    return context ? listFacts(context) : [];
  },
  correct(value, path, text) {
    const context = readContext(value);
    const delta = context && toDelta(context, path, text);
    if (!context || !delta) return null;
    const options = { turnText: "", schema: CONCIERGE_CONTEXT };
    return { delta, applied: applyDelta(context, delta, options) };
  },
  revise(document, value, path, text) {
    const context = readContext(value);
    const part = context && toPart(context, path);
    return part ? reviseBrief(document, part, text) : document;
  },
};

function toPart({ known_constraints }: ConciergeContext, path: string): BriefPart | null {
  const [, field = "", key = ""] = path.split("/");
  if (field === "intake_summary") return { kind: "summary" };
  if (field === "answers") return { kind: "section", key };
  const old = field === "known_constraints" ? known_constraints[Number(key)] : undefined;
  return old === undefined ? null : { kind: "constraint", old, index: Number(key) };
}

function readContext(value: unknown): ConciergeContext | null {
  return CONCIERGE_CONTEXT.state.safeParse(value).data ?? null;
}

function listFacts({ intake_summary, answers, known_constraints }: ConciergeContext): PublicFact[] {
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

function toLabel(key: string): string {
  const words = key.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The delta that sets one fact; null if the path names no fact. */
function toDelta(context: ConciergeContext, path: string, value: string): ConciergeDelta | null {
  const [, field = "", key = ""] = path.split("/");
  if (field === "intake_summary") return { intake_summary: value };
  if (field === "answers") {
    return Object.hasOwn(context.answers, key) ? { answers: { [key]: value } } : null;
  }
  const old = field === "known_constraints" ? context.known_constraints[Number(key)] : undefined;
  return old === undefined ? null : { known_constraints: { remove: [old], add: [value] } };
}
