import "server-only";
/** The opening segments of an agent with its own history: system prompt, memory, current input. */
import { type Exchange, toReplayed, type UserEntry } from "../hidden-state/chat-message.ts";
import { type Fact, structuredFacts } from "../hidden-state/exchanges/structured-facts.ts";
import type { MemoryPolicy } from "./memory-policies.ts";
import { makeSegment, type Segment } from "./segment.ts";

export type Opening = {
  agentId: string;
  version: number;
  memoryPolicy: MemoryPolicy;
  systemPrompt: string;
  /** This agent's own earlier exchanges, oldest first. */
  exchanges: readonly Exchange[];
  /** True if they were rebuilt from the visible conversation. */
  rebuilt?: boolean;
  input: UserEntry;
  /** Source of the input, e.g. `message:<id>`. */
  inputSource: string;
  runId: string;
  /** Segments of this run, placed between memory and input. */
  between?: readonly Segment[];
};

export function openingSegments(opening: Opening): Segment[] {
  const { agentId, version, systemPrompt, input, inputSource, runId, between = [] } = opening;
  const system = makeSegment({
    kind: "system-prompt",
    agentId,
    source: `prompt:${agentId}@${version}`,
    runId: null,
    messages: [{ role: "system", content: systemPrompt }],
  });
  const messages = [input];
  const source = inputSource;
  const current = makeSegment({ kind: "current-input", agentId, source, runId, messages });
  return [system, ...memorySegments(opening), ...between, current];
}

/** The memory segments: whole exchanges, or bounded facts under the strict policy. */
function memorySegments({ agentId, memoryPolicy, exchanges, rebuilt }: Opening): Segment[] {
  if (memoryPolicy !== "context-state") {
    const kind = rebuilt ? "rebuilt-conversation" : "tool-history";
    return exchanges.map(({ runId, messages }, index) =>
      makeSegment({
        kind,
        agentId,
        source: `exchange:${index + 1}`,
        runId,
        messages: toReplayed(messages),
      }),
    );
  }
  const facts = structuredFacts(exchanges);
  if (facts.length === 0) return [];
  const messages = [{ role: "system" as const, content: factsText(facts) }];
  const source = `facts:${facts.length}`;
  return [makeSegment({ kind: "structured-facts", agentId, source, runId: null, messages })];
}

export function factsText(facts: readonly Fact[]): string {
  return `Facts from earlier results, oldest first:\n${JSON.stringify(facts)}`;
}
