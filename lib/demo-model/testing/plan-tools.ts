/** The planning request and the tools of agents, for tests. */
import { parseChatRequest, type ToolDefinition } from "../chat-request.ts";
import type { MessagePlan } from "../plan/plan-steps.ts";
import { readTurn } from "../read-turn.ts";
import { answerTurn } from "../skills/all-skills.ts";
import { data, user } from "./converse.ts";

const RULES = `You plan one turn of a chat.

- Where no agent fits better, choose "general".`;

type ListedAgent = { id: string; entry: string };

const AGENTS: readonly ListedAgent[] = [
  {
    id: "general",
    entry: `General assistant. Answers questions, computes, and reads attached files. Memory: tool-history. Tools: python_interpreter, draw_chart, file_extraction, web_search, fetch_page, mcp_everything_echo.
  Examples: What is 12 * 17? | Summarise the attached file`,
  },
  {
    id: "users",
    entry: `Directory. Looks after the directory of people (users): lists, finds, counts, adds, changes and deletes them. Memory: remote-conversation. Tools: list_people, find_people, create_person, update_person, delete_person, count_people_by.
  Examples: List users | Delete the first one`,
  },
  // Without examples, and on one line, as other prompts may write it.
  {
    id: "concierge",
    entry:
      "Intake for a project brief: asks what is missing, one question at a time, and writes the brief when ready. Tools: update_context_state, write_brief.",
  },
];

const text = { type: "string" };
const schemaOf = (ids: readonly string[]) => ({
  type: "object",
  properties: {
    reason: text,
    mentions: { type: "object", properties: { person: text, place: text } },
    steps: {
      type: "array",
      items: {
        type: "object",
        properties: {
          agent: { type: "string", enum: ids },
          objective: text,
          tools: { type: "array", items: { type: "object" } },
        },
      },
    },
  },
});

/**
 * The plan for a message while an agent is active.
 *
 * @param outcomes of the steps of an earlier plan, for a revision
 * @param more agents beside the three that exist
 * @param attached names of files that came with the message
 */
export function planFor(
  message: string,
  active: string | null = null,
  outcomes: readonly object[] = [],
  more: readonly ListedAgent[] = [],
  attached: readonly string[] = [],
): MessagePlan & { undone?: string[] } {
  const context = `## Context state\n${JSON.stringify({ active_agent: active, awaiting: null })}`;
  const agents = [...AGENTS, ...more];
  const list = agents.map(({ id, entry }) => `- ${id}: ${entry}`);
  const schema = schemaOf(agents.map(({ id }) => id));
  const parsed = parseChatRequest({
    messages: [
      { role: "system", content: `${RULES}\n\n## Agents\n${list.join("\n")}` },
      data(context),
      ...(attached.length > 0
        ? [data(`Attached to the message: ${JSON.stringify(attached)}`)]
        : []),
      user(message),
      ...(outcomes.length > 0
        ? [data(JSON.stringify({ steps: outcomes })), user("Plan again.")]
        : []),
    ],
    response_format: { type: "json_schema", json_schema: { name: "turn_plan", schema } },
  });
  if (!parsed.ok) throw new Error(parsed.message);
  return JSON.parse(answerTurn(readTurn(parsed.request)).text);
}

const tool = (name: string, description: string, properties: object): ToolDefinition => ({
  name,
  description,
  parameters: { type: "object", properties, required: Object.keys(properties) },
});

export const SEARCH_TOOL = tool("seeker", "Searches the web and returns titles and snippets.", {
  words: text,
});
export const PAGE_TOOL = tool("opener", "Reads one page and returns its text.", { address: text });
export const PASSAGE_TOOL = tool("passages", "Finds the passages of the attached files that fit.", {
  query: text,
});
export const ECHO_TOOL = tool("mcp_everything_echo", "Echoes back the input string", {
  message: text,
});
const number = { type: "number" };
export const SUM_TOOL = tool("mcp_everything_get-sum", "Returns the sum of two numbers", {
  a: number,
  b: number,
});
