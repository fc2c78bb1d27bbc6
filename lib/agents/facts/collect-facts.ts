/** Reads tool calls as facts: of each call only the fields that its tool declares as remembered. */
import "server-only";
import type { Fact, FactOutcome } from "../../context-state/facts-context.ts";
import { joinOrigins, type Origin, UNKNOWN } from "../../contracts/model/origin.ts";
import { parseJsonByValue } from "../../contracts/read-json.ts";
import type { ChatMessage } from "../../hidden-state/chat-message.ts";
import type { Remembers, Tool } from "../../tools/tool.ts";

/** A call with its result; both texts are sanitised. */
export type RanCall = {
  name: string;
  arguments: string;
  content: string;
  outcome: FactOutcome;
  /** Where its result, and what it was made of, come from. Absent: nobody knows. */
  origin?: Origin;
};

type Known = Pick<Tool, "name" | "remembers">;

/** @returns one fact for calls that left the same behind; none for a name that is no tool's, which may hold words */
export function collectFacts(
  calls: readonly RanCall[],
  tools: readonly Known[],
  run: string,
): Fact[] {
  const facts = new Map<string, Fact>();
  for (const call of calls) {
    const tool = tools.find(({ name }) => name === call.name);
    if (!tool) continue;
    const { outcome, origin } = call;
    const left = {
      tool: tool.name,
      outcome,
      ...remember(call, tool.remembers),
      ...(origin && { origin }),
    };
    const key = JSON.stringify(left);
    facts.set(key, { run, count: (facts.get(key)?.count ?? 0) + 1, ...left });
  }
  return [...facts.values()];
}

function remember(call: RanCall, remembers: Remembers = {}): Pick<Fact, "arguments" | "result"> {
  const given = pick(remembers.arguments, parse(call.arguments));
  const read = remembers.readResult ?? parse;
  const hasResult = call.outcome === "ok" || call.outcome === "unknown";
  const result = hasResult ? pick(remembers.result, read(call.content)) : undefined;
  return { ...(given ? { arguments: given } : {}), ...(result ? { result } : {}) };
}

/** The declared fields; undefined where there are none. */
function pick(schema: Remembers["result"], value: unknown): Fact["result"] {
  const read = schema?.safeParse(value);
  if (!read?.success || typeof read.data !== "object" || read.data === null) return undefined;
  // Without the keys of fields that did not fit.
  const fields = JSON.parse(JSON.stringify(read.data));
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** A number that no double equals fits no declared field, so it is left out: never another number. */
const parse = (text: string): unknown => parseJsonByValue(text || "{}");

/** The fact with only the texts that `keep` accepts; numbers and booleans stay. */
export function keepTexts(
  { arguments: given, result, ...fact }: Fact,
  keep: (text: string, path: string) => boolean,
): Fact {
  const left = { arguments: kept(given, "arguments", keep), result: kept(result, "result", keep) };
  return { ...fact, ...(JSON.parse(JSON.stringify(left)) as Pick<Fact, "arguments" | "result">) };
}

/** @returns undefined where nothing is left */
function kept(
  value: unknown,
  path: string,
  keep: (text: string, path: string) => boolean,
): unknown {
  if (typeof value === "string") return keep(value, path) ? value : undefined;
  if (typeof value !== "object" || value === null) return value ?? undefined;
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const left = kept(item, Array.isArray(value) ? path : `${path}.${name}`, keep);
    return left === undefined ? [] : [[name, left] as const];
  });
  if (entries.length === 0) return undefined;
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** The calls in stored messages, which do not say how a call ended. */
export function callsIn(messages: readonly ChatMessage[]): RanCall[] {
  // Later rounds may reuse ids: a result belongs to the newest call with its id.
  const calls = new Map<string, { name: string; arguments: string; made: Origin }>();
  return messages.flatMap((message) => {
    if (message.role === "assistant") {
      for (const call of message.tool_calls ?? [])
        calls.set(call.id, { ...call.function, made: message.origin ?? UNKNOWN });
    }
    const call = message.role === "tool" ? calls.get(message.tool_call_id) : undefined;
    if (!call || message.role !== "tool") return [];
    const { made, ...of } = call;
    const { content, origin = UNKNOWN } = message;
    return [{ ...of, content, outcome: "unknown" as const, origin: joinOrigins([made, origin]) }];
  });
}
