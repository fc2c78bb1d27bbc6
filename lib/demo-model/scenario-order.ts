/** The orders that the control endpoint accepts: a scenario, its parameters, which requests and how many. */
import { isRecord, textOf } from "../contracts/read-json.ts";

export type ScriptedReply = {
  text?: string;
  toolCalls?: { name: string; arguments: string | Record<string, unknown> }[];
  finishReason?: "stop" | "tool_calls" | "length";
  /** Milliseconds before the first token. */
  delayMs?: number;
  tokenDelayMs?: number;
};

/** The parameters of each scenario. Defaults stand in `playScenario`. */
type ScenarioParams = {
  slow: { tokenDelayMs?: number; firstTokenDelayMs?: number };
  "cut-off": { afterTokens?: number };
  "busy-then-fine": { retryAfterSeconds?: number };
  /** `message`: what the refusal says; servers quote what they were sent. */
  "error-500": { status?: number; message?: string };
  "malformed-tool-json": Record<never, never>;
  "parallel-calls": { count?: number };
  "endless-tools": Record<never, never>;
  empty: Record<never, never>;
  hang: Record<never, never>;
  "error-in-stream": { afterTokens?: number; code?: string };
  "echo-canary": { canary: string };
  scripted: { replies: ScriptedReply[] };
  bench: {
    tokens?: number;
    tokenDelayMs?: number;
    firstTokenDelayMs?: number;
    toolRounds?: number;
  };
};

export type ScenarioName = keyof ScenarioParams;

export type ScenarioOrder = {
  [Name in ScenarioName]: {
    scenario: Name;
    /** Only for requests whose last user message contains this. Default: all. */
    match?: string;
    /** Only for requests of which any message contains this: those of one test, where `match` is not its own. */
    key?: string;
    /** Only for requests that want structured output, such as planning calls; without it, only for the others. */
    structured?: boolean;
    /** The number of requests that it answers. Default: `DEFAULT_TIMES`. */
    times?: number;
    /** Its requests wait until it is released. */
    held?: boolean;
  } & ScenarioParams[Name];
}[ScenarioName];

export const DEFAULT_TIMES: Record<ScenarioName, number> = {
  slow: Number.POSITIVE_INFINITY,
  "cut-off": 1,
  "busy-then-fine": 1,
  "error-500": 1,
  "malformed-tool-json": 1,
  "parallel-calls": 1,
  "endless-tools": Number.POSITIVE_INFINITY,
  empty: 1,
  hang: 1,
  "error-in-stream": 1,
  "echo-canary": Number.POSITIVE_INFINITY,
  scripted: Number.POSITIVE_INFINITY,
  bench: Number.POSITIVE_INFINITY,
};

/** @returns the order, or an error message */
export function parseScenarioOrder(body: unknown): ScenarioOrder | string {
  if (!isRecord(body)) return "The body must be a JSON object.";
  const name = textOf(body.scenario);
  if (!Object.hasOwn(DEFAULT_TIMES, name)) {
    return `'scenario' must be one of: ${Object.keys(DEFAULT_TIMES).join(", ")}.`;
  }
  if (body.match !== undefined && textOf(body.match) === "") return "'match' must be text.";
  if (body.key !== undefined && textOf(body.key) === "") return "'key' must be text.";
  if (body.times !== undefined && !(Number(body.times) >= 1)) return "'times' must be at least 1.";
  if (name === "scripted" && !Array.isArray(body.replies)) return "'replies' must be a list.";
  if (name === "echo-canary" && textOf(body.canary) === "") return "'canary' must be text.";
  return body as ScenarioOrder;
}
