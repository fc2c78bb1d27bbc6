/** The concierge: intake for a project brief. It remembers by structured context state, never by transcript. */
import "server-only";
import { applyDelta } from "../../context-state/apply-delta.ts";
import type { PublicFact } from "../../contracts/public/conversation.ts";
import { defineAgent, type FactDeclaration } from "../agent.ts";
import { declareContext } from "../declare-state.ts";
import { type BriefPart, reviseBrief } from "./brief.ts";
import {
  CONCIERGE_CONTEXT,
  type ConciergeContext,
  type ConciergeDelta,
} from "./concierge-context.ts";
import { renderConciergeSections } from "./render-context.ts";
import { INTAKE_TOPICS } from "./topics.ts";

const TOPICS = INTAKE_TOPICS.map(({ key, question }) => `- ${key}: ${question}`).join("\n");

const INSTRUCTIONS = `You take in what a project needs and write its brief. You know only the sections below and the person's current message.

Topics:
${TOPICS}

- First change what is known by a tool call: the new answer under its topic's key, a one-line intake_summary, constraints that were named. Put the key of the topic that you ask next under questions_asked, in the same call.
- Then ask for the next missing topic, one short question at a time. Never ask for what stands under Known Facts or Questions Already Asked, unless the person did not answer it.
- When no topic is missing, set ready_to_proceed and write the brief. Then say in a sentence that it is ready.
- Where the person wants another brief, or to start over, set begin_anew in the same call as what is new.
- Where the message asks for something else altogether, hand it over and say nothing.
- The person sees only your words. Do not mention tools, state or sections.`;

/** "Understood so far": the facts of a running intake that its person may read and correct. */
const intakeFacts: FactDeclaration = {
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

export const concierge = defineAgent({
  id: "concierge",
  name: "Project intake",
  description:
    "Intake for a project brief: asks what is missing, one question at a time, and writes the brief when ready.",
  memory: "context-state",
  prompts: { 1: INSTRUCTIONS },
  tools: [
    { name: "update_context_state", version: "1" },
    { name: "write_brief", version: "1" },
  ],
  state: declareContext(CONCIERGE_CONTEXT, (state) => [renderConciergeSections(state)]),
  examples: [
    "I need a project brief",
    "Help me plan a new app",
    "Start an intake for our website",
    "Let us begin another brief",
  ],
  facts: intakeFacts,
  load: async () => (await import("./concierge-agent.ts")).implementConcierge,
});

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
