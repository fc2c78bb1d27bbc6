import { expect, it } from "vitest";
import { chooseNextAgent } from "./plan-turn.ts";

const AGENTS = [
  { descriptor: { id: "general", name: "General assistant" } },
  { descriptor: { id: "users", name: "People directory" } },
];

it.each([
  ["list the users", "users"],
  ["Is there a User called Ada?", "users"],
  ["what does the people directory say?", "users"],
  ["and for 20?", "general"],
  ["reuse this", "general"],
  ["ask general about the users", "general"],
])("%j goes to %s where the general agent was active", (text, agentId) => {
  expect(chooseNextAgent(text, AGENTS, "general")).toBe(agentId);
});

it("goes on with the active agent where the words name none", () => {
  expect(chooseNextAgent("and the second one?", AGENTS, "users")).toBe("users");
});
