/** Pieces of strange answers, and what the door reads from one. */
import { expect, onTestFinished } from "vitest";
import { event, json, type RawAnswer, startRawServer } from "./start-raw-server.ts";
import { ask, createTestClient, PYTHON_TOOL } from "./test-client.ts";

export const typed =
  (type: string | null, ...pieces: (string | Uint8Array)[]): RawAnswer =>
  (response) => {
    response.writeHead(200, type === null ? {} : { "content-type": type });
    for (const piece of pieces) response.write(piece);
    response.end();
  };
export const choice = (fields: object, beside: object = {}) =>
  event({ choices: [{ index: 0, ...fields }], ...beside });
export const delta = (fields: object, finish_reason: unknown = null) =>
  choice({ delta: fields, finish_reason });
export const whole = (message: object, beside: object = {}) =>
  json(200, { choices: [{ index: 0, message, finish_reason: "stop", ...beside }] });
export const chunk = (content: string, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason }],
});
export const calls = (...tool_calls: object[]) => delta({ tool_calls }, "tool_calls");
export const NAME = "python_interpreter";
export const CODE = '{"code":"1"}';
export const CALL = { id: "c1", type: "function", function: { name: NAME, arguments: CODE } };

/** Asks a server that replies like this, with one tool offered. */
export async function take(reply: RawAnswer) {
  const server = await startRawServer(reply);
  onTestFinished(() => server.close());
  const shown: string[] = [];
  const call = createTestClient(server.url, { firstTokenTimeoutMs: 5_000 });
  const result = await call(ask("hello", { tools: [PYTHON_TOOL] }), {
    onText: (text) => shown.push(text),
  });
  const answer = result.ok ? result.answer : result.partial;
  expect(shown.join("")).toBe(answer.text);
  return { result, answer };
}
