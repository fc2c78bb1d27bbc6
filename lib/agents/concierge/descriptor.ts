/** The concierge: intake for a project brief. It remembers by structured context state, never by transcript. */
import "server-only";
import { declareContext } from "../declare-state.ts";
import { defineAgent } from "../define-agent.ts";
import { CONCIERGE_CONTEXT, INTAKE_TOPICS } from "./concierge-context.ts";
import { intakeFacts } from "./intake-facts.ts";
import { renderConciergeSections } from "./render-context.ts";

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
