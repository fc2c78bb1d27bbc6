import "server-only";
/** The segments with which the service's agent begins: system prompt, its own memory, current input. */
import type { Exchange, UserEntry } from "../hidden-state/chat-message.ts";
import { makeSegment, type Segment } from "../prompt/segment.ts";
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

function memorySegments(agent: UmsAgent, exchanges: readonly Exchange[]): Segment[] {
  return exchanges.map(({ messages }, index) =>
    makeSegment({
      kind: "tool-history",
      agentId: agent.id,
      source: `exchange:${index + 1}`,
      runId: null,
      messages,
    }),
  );
}
