/** A test agent that collects the terms of a conversation. No code outside this folder refers to it. */
import "server-only";
import { defineAgent } from "../../../agents/agent.ts";
import { declareContext } from "../../../agents/declare-state.ts";
import { showTerms, TERMS_CONTEXT } from "./terms-context.ts";

export const glossarist = defineAgent({
  id: "glossarist",
  name: "Keeper of terms",
  description: "Collects the special terms of a conversation and says which ones it knows.",
  memory: "context-state",
  prompts: {
    1: "You collect terms.",
    2: "You collect terms. Say in a sentence which ones you know.",
  },
  tools: [],
  state: declareContext(
    TERMS_CONTEXT,
    (state) => [showTerms(state)],
    (calls) => 100 + calls,
  ),
  examples: ["Note the term parallax", "Which terms do you know?"],
  load: async () => (await import("./glossarist.ts")).implementGlossarist,
});
