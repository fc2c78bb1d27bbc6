import { describe, expect, it } from "vitest";
import { seedPeople } from "../db/ums/seed-people.ts";
import type { Exchange } from "../hidden-state/chat-message.ts";
import { structuredFacts } from "../hidden-state/exchanges/structured-facts.ts";
import { provideUms, signedHeaders } from "./testing/provide-ums.ts";

process.env.MEMORY_POLICY = "context-state";
const ums = provideUms();
const [, second] = seedPeople();
if (!second) throw new Error("there are no seed people");

const post = (path: string, body: object) =>
  fetch(`${ums.server().url}/${path}`, {
    method: "POST",
    headers: signedHeaders(),
    body: JSON.stringify(body),
  });

async function ask(id: string, content: string) {
  const response = await post(`conversations/${id}/chat`, { message: { role: "user", content } });
  return response.json();
}

describe("with structured memory forced on every agent", () => {
  it("no prompt holds a word of an earlier turn, and the follow-up still knows the list", async () => {
    const { id } = await (await post("conversations", {})).json();
    const list = { name: "list_people", arguments: JSON.stringify({ limit: 2 }) };
    await ums.script({ toolCalls: [list] }, { text: "Here come kumquats." });
    await ask(id, "List two people, heliotrope");
    const deletion = { name: "delete_person", arguments: JSON.stringify({ id: second.id }) };
    await ums.script({ toolCalls: [deletion] });
    const answer = await ask(id, "Delete the second one");
    expect(answer.approval.question).toBe(`Delete ${second.name} (${second.email})?`);
    const { messages } = (await ums.prompts()).at(-1) ?? { messages: [] };
    expect(messages.map(({ role }) => role)).toEqual(["system", "system", "user"]);
    expect(messages[1]?.content).toContain(second.id);
    expect(JSON.stringify(messages)).not.toMatch(/heliotrope|kumquats/);
    expect(answer.model_calls.at(-1).manifest).toMatchObject({ memoryPolicy: "context-state" });
  });
});

describe("structured facts", () => {
  const exchange = (result: string, id = "c1"): Exchange => ({
    runId: "run",
    messages: [
      { role: "user", content: "words" },
      {
        role: "assistant",
        content: "more words",
        tool_calls: [{ id, type: "function", function: { name: "list", arguments: '{"n":1}' } }],
      },
      { role: "tool", tool_call_id: id, content: result },
      { role: "assistant", content: "last words" },
    ],
  });

  it("are calls with their results, as values, without words", () => {
    const facts = structuredFacts([exchange('{"total":2}'), exchange("not JSON")]);
    expect(facts).toEqual([
      { tool: "list", arguments: { n: 1 }, result: { total: 2 } },
      { tool: "list", arguments: { n: 1 }, result: "not JSON" },
    ]);
    expect(structuredFacts([])).toEqual([]);
  });

  it("are the newest ones that fit, and never none", () => {
    const numbered = Array.from({ length: 30 }, (_, index) => exchange(String(index)));
    expect(structuredFacts(numbered).map(({ result }) => result)).toEqual([
      22, 23, 24, 25, 26, 27, 28, 29,
    ]);
    const large = Array.from({ length: 8 }, () => exchange("x".repeat(100_000)));
    const facts = structuredFacts(large);
    expect(facts.length).toBeGreaterThan(0);
    expect(JSON.stringify(facts).length).toBeLessThan(13_000);
  });
});
