/**
 * Descriptor of the users agent: a gateway to the user-management service. It stores only the id of the service's
 * conversation.
 */
import "server-only";
import { UMS_TOOLS } from "../../contracts/ums/ums-tools.ts";
import { defineAgent } from "../agent.ts";
import { declareRemote } from "../declare-state.ts";

export const users = defineAgent({
  id: "users",
  name: "People directory",
  description:
    "Looks after the directory of people (users): lists, finds, counts, adds, changes and deletes them.",
  reads: "directory",
  memory: "remote-conversation",
  prompts: {},
  tools: UMS_TOOLS,
  // The bytes of one conversation id (ADR-004, "State Size Analysis").
  state: declareRemote("users@1", () => 62),
  examples: [
    "List users",
    "Find Anna Berg",
    "How many people are in Sales?",
    "Add Jane Doe, jane@example.org, Sales, Berlin",
    "Move the second one to Finance",
    "Delete the first one",
  ],
  load: async () => (await import("./users-agent.ts")).implementUsers,
});
