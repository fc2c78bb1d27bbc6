import "server-only";
/** The segments with which the service's agent begins: system prompt, its own memory, current input. */
import type { Exchange, UserEntry } from "../hidden-state/chat-message.ts";
import { makeSegment, type Segment } from "../prompt/segment.ts";
import { structuredFacts } from "./structured-facts.ts";
import type { UmsAgent } from "./ums-agent.ts";

export function openingSegments(
  agent: UmsAgent,
  exchanges: readonly Exchange[],
  input: UserEntry,
  runId: string,
): Segment[] {
  const agentId = agent.id;
  const system = makeSegment({
    kind: "system-prompt",
    agentId,
    source: `prompt:${agentId}@${agent.version}`,
    runId: null,
    messages: [{ role: "system", content: agent.systemPrompt }],
  });
  const current = makeSegment({
    kind: "current-input",
    agentId,
    source: "chat:message",
    runId,
    messages: [input],
  });
  return [system, ...memorySegments(agent, exchanges), current];
}

/** What this agent may remember: exchanges as they were, or facts where its policy is strict. */
function memorySegments(agent: UmsAgent, exchanges: readonly Exchange[]): Segment[] {
  const agentId = agent.id;
  if (agent.memoryPolicy !== "context-state") {
    return exchanges.map(({ messages }, index) => {
      const source = `exchange:${index + 1}`;
      return makeSegment({ kind: "tool-history", agentId, source, runId: null, messages });
    });
  }
  const facts = structuredFacts(exchanges);
  if (facts.length === 0) return [];
  const content = `Facts from earlier results, oldest first:\n${JSON.stringify(facts)}`;
  const messages = [{ role: "system" as const, content }];
  const source = `facts:${facts.length}`;
  return [makeSegment({ kind: "structured-facts", agentId, source, runId: null, messages })];
}
