import { describe, expect, it } from "vitest";
import { unmark } from "../agents/testing/unmark.ts";
import { seedPeople } from "../db/ums/seed-directory.ts";
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
    expect(messages.map(unmark).map(({ role }) => role)).toEqual(["system", "data", "user"]);
    expect(messages[1]?.content).toContain(second.id);
    expect(JSON.stringify(messages)).not.toMatch(/heliotrope|kumquats/);
    expect(answer.model_calls.at(-1).manifest).toMatchObject({ memoryPolicy: "context-state" });
  });

  it("a search in the person's own sentence leaves no word of it, and no address of anybody", async () => {
    const { id } = await (await post("conversations", {})).json();
    const sentence = "Is anybody from the lighthouse keepers guild still among us today";
    const call = { name: "find_people", arguments: JSON.stringify({ query: sentence }) };
    const list = { name: "list_people", arguments: JSON.stringify({ limit: 2 }) };
    await ums.script({ toolCalls: [call, list] }, { text: "Nobody of that guild." });
    await ask(id, sentence);
    await ums.script({ text: "Well." });
    await ask(id, "and now?");
    const { messages } = (await ums.prompts()).at(-1) ?? { messages: [] };
    const text = JSON.stringify(messages);
    expect(text).not.toMatch(/lighthouse|guild/);
    expect(text).toContain(second.id);
    expect(text).not.toContain(second.email);
  });
});
