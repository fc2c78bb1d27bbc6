/** Answers of model servers that call a tool, and what a prompt has of calls. */
import "server-only";
import { DONE, event, FINISH, json, type RawAnswer } from "../../llm/testing/start-raw-server.ts";
import { type ChatBody, send } from "./scripted-provider.ts";

export type Sent = {
  role: string;
  content: unknown;
  tool_call_id?: string;
  tool_calls?: { id: string; [field: string]: unknown }[];
  [field: string]: unknown;
};
export const sentIn = (body: ChatBody | undefined) => (body?.messages ?? []) as Sent[];
export const callsIn = (body: ChatBody | undefined) =>
  sentIn(body).flatMap(({ tool_calls: calls = [] }) => calls);
export const refused = (message: string) => ({ status: 400, message });

const FUNCTION = { name: "python_interpreter", arguments: JSON.stringify({ code: "print(6*7)" }) };
export const call = (beside: object = {}, id = "call_1") => ({
  id,
  type: "function",
  function: FUNCTION,
  ...beside,
});

/** An answer that calls a tool, as a stream or in one piece. */
export function calling(
  message: Record<string, unknown>,
  isStream: boolean,
  ...before: object[]
): RawAnswer {
  if (!isStream) {
    return json(200, { choices: [{ index: 0, message, finish_reason: "tool_calls" }] });
  }
  const { tool_calls: calls, ...fields } = message as { tool_calls: object[] };
  const delta = (given: object) => event({ choices: [{ index: 0, delta: given }] });
  return send(
    ...before.map(delta),
    delta(fields),
    ...calls.map((one, index) => delta({ tool_calls: [{ index, ...one }] })),
    FINISH,
    DONE,
  );
}
