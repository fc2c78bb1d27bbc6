/** The behaviour of each scenario for one request: the reply, its pace, and its failures. */
import { textOf } from "../contracts/read-json.ts";
import { fillArguments, findCodeTool, propertiesOf } from "./find-tool.ts";
import type { Turn } from "./read-turn.ts";
import type { ScenarioOrder, ScriptedReply } from "./scenario-order.ts";
import { call, type Reply, type ReplyToolCall, say } from "./skill.ts";

/**
 * @param used how many requests the order has served before this one
 * @returns null where the scenario does not apply to this request
 */
export function playScenario(order: ScenarioOrder, turn: Turn, used: number): Behaviour | null {
  switch (order.scenario) {
    case "slow": {
      const { tokenDelayMs = 200, firstTokenDelayMs } = order;
      return { tokenDelayMs, ...(firstTokenDelayMs === undefined ? {} : { firstTokenDelayMs }) };
    }
    case "cut-off":
      return { cutAfter: order.afterTokens ?? 5 };
    case "busy-then-fine":
      return { refusal: busy(order.retryAfterSeconds ?? 1) };
    case "error-500":
      return { refusal: broken(order.status ?? 500, order.message) };
    case "malformed-tool-json":
      return { reply: call({ ...someCall(turn, "print(1)"), arguments: '{"code": "print(1' }) };
    case "parallel-calls": {
      const numbers = Array.from({ length: order.count ?? 3 }, (_, index) => index + 1);
      return { reply: call(...numbers.map((n) => someCall(turn, `print(${n} * ${n})`))) };
    }
    case "endless-tools":
      return { reply: call(someCall(turn, `print(${turn.results.length + 1})`)) };
    case "empty":
      return { reply: say("") };
    case "hang":
      return { hangs: true };
    case "error-in-stream":
      return { errorAfter: { pieces: order.afterTokens ?? 0, code: order.code ?? "server_error" } };
    case "echo-canary":
      return turn.results.length > 0
        ? { reply: say("That is done.") }
        : { reply: echo(turn, order.canary) };
    case "scripted":
      return playReply(order.replies[used]);
    case "bench":
      return playBench(order, turn);
    default:
      return order satisfies never;
  }
}

function busy(seconds: number): Behaviour["refusal"] {
  return {
    status: 429,
    headers: { "retry-after": String(seconds) },
    error: { message: "Too many requests.", type: "requests", code: "rate_limit_exceeded" },
  };
}

function broken(status: number, message = "The server had an error."): Behaviour["refusal"] {
  const error = { message, type: "server_error", code: "server_error" };
  return { status, error };
}

/** One call with the canary in its arguments and result, and one with it in its error. */
function echo(turn: Turn, canary: string) {
  const quoted = JSON.stringify(canary);
  return call(
    someCall(turn, `# ${canary}\nprint(${quoted})`),
    someCall(turn, `raise ValueError(${quoted})`),
  );
}

function playReply(reply: ScriptedReply | undefined): Behaviour | null {
  if (!reply) return null;
  const toolCalls = (reply.toolCalls ?? []).map(({ name, arguments: given }) => ({
    name,
    arguments: typeof given === "string" ? given : JSON.stringify(given),
  }));
  const finishReason = reply.finishReason ?? (toolCalls.length > 0 ? "tool_calls" : "stop");
  const behaviour: Behaviour = { reply: { text: reply.text ?? "", toolCalls, finishReason } };
  if (reply.delayMs !== undefined) behaviour.firstTokenDelayMs = reply.delayMs;
  if (reply.tokenDelayMs !== undefined) behaviour.tokenDelayMs = reply.tokenDelayMs;
  return behaviour;
}

function playBench(order: Extract<ScenarioOrder, { scenario: "bench" }>, turn: Turn): Behaviour {
  const { tokens = 200, tokenDelayMs = 20, firstTokenDelayMs = 0, toolRounds = 0 } = order;
  // Structured output is a planning call: it gets a real plan at once, so that the bench measures the application.
  if (turn.request.responseSchema) return { tokenDelayMs: 0, firstTokenDelayMs };
  const isCalling = turn.results.length < toolRounds && turn.request.tools.length > 0;
  const words = Array.from({ length: tokens }, (_, index) => (index === 0 ? "word" : " word"));
  const reply = isCalling
    ? call(someCall(turn, `print(${turn.results.length})`))
    : say(words.join(""));
  return { reply, tokenDelayMs, firstTokenDelayMs };
}

/** A call of the code tool, or of the first tool with the code as its first text argument. */
function someCall(turn: Turn, code: string): ReplyToolCall {
  const { tools } = turn.request;
  const codeTool = findCodeTool(tools);
  if (codeTool) return codeTool.use(code);
  const [tool] = tools;
  if (!tool) return { name: "python_interpreter", arguments: JSON.stringify({ code }) };
  const texts = propertiesOf(tool.parameters).filter(
    ([, schema]) => textOf(schema.type) === "string",
  );
  const known = Object.fromEntries(texts.slice(0, 1).map(([name]) => [name, code]));
  return { name: tool.name, arguments: fillArguments(tool.parameters, known) };
}

export type Behaviour = {
  /** Default: the answer of the skills. */
  reply?: Reply;
  /** Answer only after this: a held order that is released. */
  gate?: Promise<void>;
  firstTokenDelayMs?: number;
  tokenDelayMs?: number;
  /** Answer with this status instead. */
  refusal?: {
    status: number;
    headers?: Record<string, string>;
    error: { message: string; type: string; code: string };
  };
  /** Destroy the connection after this many pieces. */
  cutAfter?: number;
  /** Send an error object after this many pieces, and end. */
  errorAfter?: { pieces: number; code: string };
  /** Never answer. */
  hangs?: boolean;
};
