/** The opening segments of an agent with tools: system prompt, memory, current input. */
import "server-only";
import { describeFacts, type FactsContext, factOrigins } from "../context-state/facts-context.ts";
import { madeFrom, type Origin } from "../contracts/model/origin.ts";
import { type Exchange, toReplayed, type UserEntry } from "../hidden-state/chat-message.ts";
import { hasLostParts } from "../hidden-state/mask-messages.ts";
import { datedPrompt } from "./dated-prompt.ts";
import { makeSegment, type Segment } from "./segment.ts";

export type Opening = {
  agentId: string;
  version: number;
  systemPrompt: string;
  /** What the agent remembers, as its memory policy allows. */
  memory: readonly Segment[];
  input: UserEntry;
  /** Source of the input, e.g. `message:<id>`. */
  inputSource: string;
  inputOrigin: Origin;
  runId: string;
  /** Segments of this run, placed between memory and input. */
  between?: readonly Segment[];
};

export function openingSegments(opening: Opening): Segment[] {
  const { agentId, version, systemPrompt, memory, input, inputSource, runId } = opening;
  const origin = opening.inputOrigin;
  const system = makeSegment({
    kind: "system-prompt",
    agentId,
    source: `prompt:${agentId}@${version}`,
    runId: null,
    origin: "deployment",
    messages: [{ role: "system", content: datedPrompt(systemPrompt, runId) }],
  });
  const source = inputSource;
  const current = makeSegment({
    kind: "current-input",
    agentId,
    source,
    runId,
    origin,
    messages: [{ role: "user", content: input.content }],
  });
  return [system, ...memory, ...(opening.between ?? []), current];
}

/**
 * Memory under `tool-history`: the agent's own earlier exchanges, oldest first, whole. One with something that its server
 * needs back and that would be masked is left out.
 *
 * @param rebuilt true if they were rebuilt from the visible conversation
 */
export function historySegments(
  agentId: string,
  exchanges: readonly Exchange[],
  rebuilt = false,
): Segment[] {
  const kind = rebuilt ? "rebuilt-conversation" : "tool-history";
  const kept = exchanges.filter(({ messages }) => !hasLostParts(messages));
  const segments = kept.map(({ runId, messages }, index) =>
    makeSegment({
      kind,
      agentId,
      source: `exchange:${index + 1}`,
      runId,
      ...toReplayed(messages),
    }),
  );
  // What would be altered is left out by the mask.
  return segments.filter(({ messages }) => messages.length > 0);
}

/** Memory under a forced `context-state`: facts from earlier calls, if there are any. */
export function factsSegments(agentId: string, context: FactsContext, source: string): Segment[] {
  const content = describeFacts(context);
  if (content === null) return [];
  // What a model asked for stands beside what was found.
  const of = { agentId, source, runId: null, origin: madeFrom("tool", factOrigins(context)) };
  return [makeSegment({ ...of, kind: "structured-facts", messages: [{ role: "user", content }] })];
}
