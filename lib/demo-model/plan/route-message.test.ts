/** Agents that the demo model has no skills for are recognised by what the planning prompt says about them. */
import { describe, expect, it } from "vitest";
import { planFor } from "../testing/plan-tools.ts";

const TRANSLATOR = {
  id: "translator",
  entry: `Translator. Translates words and sentences between languages, for people who travel. Memory: context-state. Tools: none.
  Examples: Translate "good morning" to German | How do you say cheese in French? | What does "obrigado" mean in English?`,
};
const TERMS = {
  id: "glossarist",
  entry: `Keeper of terms. Collects the special terms of a conversation and says which ones it knows. Memory: context-state. Tools: none.
  Examples: Note the term parallax | Which terms do you know?`,
};
const GARDENER = {
  id: "gardener",
  entry:
    "Gardener. Advises on plants in the garden. Tools: look_up_plant. Examples: When do I sow tomatoes? | Which plants like shade?",
};

const agentsOf = (message: string, active: string | null = null) =>
  planFor(message, active, [], [TRANSLATOR, GARDENER, TERMS]).steps.map(({ agent }) => agent);

describe("an agent that the demo model does not know", () => {
  it.each([
    ["Translate this sentence to Danish", "translator"],
    ["How do you say butter in French?", "translator"],
    ["translate: see you tomorrow", "translator"],
    ["When should I sow tomatoes and other plants?", "gardener"],
    ["Which garden plants grow in shade?", "gardener"],
    ["Note the term dichroic too", "glossarist"],
  ])("gets %j", (message, agent) => expect(agentsOf(message)).toEqual([agent]));

  it.each([
    ["What is 12 * 17?", "general"],
    ["What's the weather in Paris?", "general"],
    ["Hello", "general"],
    ["List users", "users"],
    ["Find Anna Berg", "users"],
    ["Delete the second one", "users"],
    ["I need a project brief for a garden app", "concierge"],
  ])("does not get %j", (message, agent) => expect(agentsOf(message)).toEqual([agent]));

  it("keeps short follow-ups while it is active, and gives up what fits another agent", () => {
    expect(agentsOf("And in Spanish?", "translator")).toEqual(["translator"]);
    expect(agentsOf("List users", "translator")).toEqual(["users"]);
  });

  it("gets its part of a message for several agents", () => {
    expect(agentsOf("List the users and then translate a sentence to Danish")).toEqual([
      "users",
      "translator",
    ]);
  });
});
