/** Plans as weak models write them: what is read, what is repaired, and what is not made up. */
import { expect, it } from "vitest";
import { z } from "zod";
import type { Agent } from "../../agents/agent.ts";
import { proposalSchema, revisionSchema } from "./plan-proposal.ts";
import { readProposal } from "./to-plan.ts";

const agent = (id: string, name: string, tools: string[]) =>
  ({
    descriptor: { id, name, description: "", memory: "tool-history", examples: [] },
    plannable: tools.map((tool) => ({
      name: tool,
      version: "1.0.0",
      arguments: z.looseObject({}),
    })),
  }) as unknown as Agent;
const AGENTS = [
  agent("general", "General assistant", ["web_search"]),
  agent("users", "People directory", ["list_people"]),
];

process.env.DATABASE_URL ??= "postgres://localhost/none";
process.env.BETTER_AUTH_SECRET ??= "a secret of at least thirty-two characters";

function read(text: string) {
  const read = readProposal(text, { schema: proposalSchema(AGENTS), agents: AGENTS });
  return read.ok
    ? {
        steps: read.steps.map(({ id, target, needs }) => [id, target, ...(needs ?? [])]),
        repaired: read.repaired,
      }
    : read.reason;
}

const ONE = [["s1", "general"]];
const TWO = [
  ["s1", "users"],
  ["s2", "general", "s1"],
];
const step = (more: string) => `{"steps": [{"objective": "Do it.", ${more}}]}`;

it.each([
  ["as asked", step('"agent": "general", "needs": [], "tools": []'), ONE, []],
  ["in capitals", step('"agent": "GENERAL"'), ONE, ["agent-name"]],
  ["by its name", step('"agent": "General Assistant"'), ONE, ["agent-name"]],
  ["with the word", step('"agent": "general_agent"'), ONE, ["agent-name"]],
  ["as an object", step('"agent": {"id": "general"}'), ONE, ["agent-name"]],
  ["under another key", step('"agent_id": "general"'), ONE, ["names-of-keys"]],
  [
    "with capitals in keys",
    '{"Steps": [{"Agent": "general", "Objective": "Do it."}]}',
    ONE,
    ["names-of-keys"],
  ],
  [
    "with nulls",
    '{"reason": null, "mentions": null, "steps": [{"agent": "general", "objective": "Do it.", "needs": null, "tools": null}]}',
    ONE,
    [],
  ],
  [
    "with a comment",
    `{ // the plan\n"steps": [{"agent": "general", "objective": "Do it."}]}`,
    ONE,
    ["json"],
  ],
  [
    "in Python's words",
    "{'steps': [{'agent': 'general', 'objective': 'Do it.', 'needs': None}],}",
    ONE,
    ["json"],
  ],
  [
    "without quotes around keys",
    '{steps: [{agent: "general", objective: "Do it."}]}',
    ONE,
    ["json"],
  ],
  ["as a list", '[{"agent": "general", "objective": "Do it."}]', ONE, ["one-step"]],
  ["as a step", 'So: {"agent": "general", "objective": "Do it."}', ONE, ["one-step"]],
  [
    "as a step in steps",
    '{"steps": {"agent": "general", "objective": "Do it."}}',
    ONE,
    ["one-step"],
  ],
  [
    "in a broken fence",
    '```json\n{"steps": [{"agent": "general", "objective": "Do it.",}]}\n```',
    ONE,
    ["json"],
  ],
  ["in an open fence", '```json\n{"steps": [{"agent": "general", "objective": "Do', ONE, ["cut"]],
  [
    "in a call",
    '{"name": "plan", "arguments": {"steps": [{"agent": "general", "objective": "Do it."}]}}',
    ONE,
    ["tool-call"],
  ],
  [
    "in a call as text",
    `{"name": "plan", "arguments": ${JSON.stringify('{"steps": [{"agent": "general", "objective": "Do it."}]}')}}`,
    ONE,
    ["tool-call"],
  ],
  [
    "in the call of a protocol",
    '{"function": {"name": "plan", "arguments": {"steps": [{"agent": "general", "objective": "Do it."}]}}}',
    ONE,
    ["tool-call"],
  ],
  [
    "with a tool's name alone",
    step('"agent": "general", "tools": ["web_search"]'),
    [...ONE, ["s1.1", "web_search@1.0.0"]],
    ["tools"],
  ],
  [
    "with a tool as the protocol has it",
    step('"agent": "general", "tools": [{"name": "functions.web_search", "arguments": {"q": 1}}]'),
    [...ONE, ["s1.1", "web_search@1.0.0"]],
    ["names-of-keys", "tools"],
  ],
  [
    "with a tool that there is not",
    step('"agent": "general", "tools": [{"tool": "rm", "arguments_json": null}]'),
    ONE,
    ["tools"],
  ],
  [
    "with numbers as needs",
    '{"steps": [{"agent": "users", "objective": "a"}, {"agent": "general", "objective": "b", "needs": [1]}]}',
    TWO,
    ["needs"],
  ],
  [
    "with words as needs",
    '{"steps": [{"agent": "users", "objective": "a"}, {"agent": "general", "objective": "b", "needs": "Step 1"}]}',
    TWO,
    ["needs"],
  ],
  [
    "with an agent as need",
    '{"steps": [{"agent": "Users", "objective": "a"}, {"agent": "general", "objective": "b", "needs": ["users"]}]}',
    TWO,
    ["agent-name", "needs"],
  ],
  [
    "with steps by their ids",
    '{"steps": {"s1": {"agent": "users", "objective": "a"}, "s2": {"agent": "general", "objective": "b", "needs": ["s1"]}}}',
    TWO,
    ["steps-as-object"],
  ],
  [
    "cut in its second step",
    '{"steps": [{"agent": "general", "objective": "Do it."}, {"agent": "use',
    ONE,
    ["cut"],
  ],
  [
    "with a long objective",
    step(`"agent": "general", "reason": 1`).replace("Do it.", "long ".repeat(200)),
    ONE,
    ["length"],
  ],
])("a plan is read %s", (_, text, steps, repaired) => {
  expect(read(text)).toEqual({ steps, repaired });
});

it.each([
  ["no JSON", "I would ask the general agent.", "not JSON"],
  ["an agent that there is not", step('"agent": "weather"'), /agent/],
  ["no objective", '{"steps": [{"agent": "general"}]}', /objective/],
  [
    "a need of a later step",
    step('"agent": "general", "needs": ["s4"]'),
    /^step s1 needs what is no step before it$/,
  ],
  [
    "a tool of another agent",
    step('"agent": "general", "tools": ["list_people"]'),
    /^step s1\.1 is a tool that the agent general does not have$/,
  ],
  ["no steps", '{"steps": []}', /steps/],
  ["cut before its first step", '{"reason": "x", "steps": [{"agent": "gen', /steps/],
])("nothing is made up where there is %s", (_, text, reason) => {
  expect(read(text)).toEqual(typeof reason === "string" ? reason : expect.stringMatching(reason));
});

it("a revision may leave out what is undone", () => {
  const schema = revisionSchema(AGENTS);
  expect(readProposal('{"steps": []}', { schema, agents: AGENTS })).toMatchObject({ ok: true });
});

it.each([
  ["an agent", step('"agent": "zqweather"')],
  ["a tool", step('"agent": "general", "tools": ["list_people"]')],
  ["a need", step('"agent": "general", "needs": ["zqlater"]')],
  ["a shape", '{"steps": [{"zqkey": "zqvalue"}]}'],
  ["a type", '{"steps": "zqsteps"}'],
])("why it was refused for %s holds no word of the plan: it goes back as ours", (_, text) => {
  const reason = read(text);
  expect(reason).toEqual(expect.any(String));
  expect(reason).not.toMatch(/zq|list_people|Do it/);
});
