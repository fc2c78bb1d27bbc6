/** Models that open in reasoning without a tag: by their name, or by the setting, and never by an answer. */
import { expect, it, onTestFinished } from "vitest";
import { createCapabilityTable } from "../capability-table.ts";
import {
  DONE,
  event,
  FINISH,
  startRawServer,
  stream,
  textEvent,
} from "../testing/start-raw-server.ts";
import { ask, createTestClient, testConnection } from "../testing/test-client.ts";
import type { ModelConnection } from "./model-connection.ts";

async function answer(connection: Partial<ModelConnection>, ...pieces: string[]) {
  const server = await startRawServer(stream(...pieces, FINISH, DONE));
  onTestFinished(() => server.close());
  const shown: string[] = [];
  const call = createTestClient([{ ...testConnection(server.url), ...connection }]);
  const result = await call(ask("hello"), { onText: (text) => shown.push(text) });
  if (!result.ok) throw new Error(result.reason);
  const { text, reasoning } = result.answer;
  return { text, reasoning, shown };
}

const R1 = { model: "deepseek-ai/DeepSeek-R1-Distill-Qwen-32B" };
const opens = (connection: Partial<ModelConnection>) =>
  createCapabilityTable().can(
    { ...testConnection("http://m.example"), ...connection },
    "opens-in-reasoning",
  );

it.each([
  "deepseek-r1",
  "deepseek-ai/DeepSeek-R1-0528",
  "DeepSeek-R1-Distill-Llama-8B-Q4_K_M.gguf",
  "Qwen/QwQ-32B",
  "qwq-32b-q4_k_m",
  "Qwen/Qwen3-30B-A3B-Thinking-2507",
])("%s is known to open without a tag", (model) => expect(opens({ model })).toBe(true));

it.each([
  "gpt-5-mini",
  "Qwen/Qwen3-8B",
  "Qwen3-30B-A3B-Instruct-2507",
  "deepseek-chat",
  "deepseek-r12",
  "iqwqs",
])("%s is not", (model) => expect(opens({ model })).toBe(false));

it.each(["openai", "azure", "openrouter", "ollama"] as const)("nothing is at %s", (provider) =>
  expect(opens({ ...R1, provider })).toBe(false),
);

it("the operator's setting outranks the name, both ways", () => {
  expect(opens({ ...R1, known: { "opens-in-reasoning": false } })).toBe(false);
  expect(opens({ model: "mine", known: { "opens-in-reasoning": true } })).toBe(true);
});

it("the person reads the answer alone", async () => {
  const pieces = ["Let me ", "see.</thi", "nk>\n\nIt is ", "4."].map((piece) => textEvent(piece));
  const read = await answer(R1, ...pieces);
  expect(read).toEqual({ text: "It is 4.", reasoning: "Let me see.", shown: ["It is ", "4."] });
});

it("a server that separates reasoning is not held back", async () => {
  const reasoning = event({ choices: [{ index: 0, delta: { reasoning_content: "hmm" } }] });
  const read = await answer(R1, reasoning, textEvent("It "), textEvent("is </think>."));
  expect(read).toEqual({
    text: "It is </think>.",
    reasoning: "hmm",
    shown: ["It ", "is </think>."],
  });
});

it("a tag that the model writes all the same opens reasoning, which may not end", async () => {
  const read = await answer(R1, textEvent("\n<think>hmm"), textEvent("</think>yes"));
  expect(read).toMatchObject({ text: "yes", reasoning: "hmm" });
  expect(await answer(R1, textEvent("<think>hmm"))).toMatchObject({ text: "", reasoning: "hmm" });
});
