import "server-only";
/** The segments with which the general agent begins: system prompt, memory, current input. */
import { attachmentsToText } from "../../hidden-state/attachments-to-text.ts";
import type { UserEntry } from "../../hidden-state/chat-message.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { makeSegment, type Segment } from "../../prompt/segment.ts";
import type { AgentTask } from "../agent.ts";
import type { Recalled } from "./recall-exchanges.ts";
import { generalSystemPrompt } from "./system-prompt.ts";

const AGENT_ID = "general";

/** The person's message as the model reads it: secrets taken out, attachments as references. */
export function currentInput({ text, attachedUrls }: AgentTask): UserEntry {
  const attached = attachedUrls.map((url) => ({ url }));
  const content = attachmentsToText(sanitise(text).value, attached, { allowContent: false });
  return { role: "user", content };
}

export function openingSegments(task: AgentTask, recalled: Recalled, input: UserEntry): Segment[] {
  const system = makeSegment({
    kind: "system-prompt",
    agentId: AGENT_ID,
    source: `prompt:${AGENT_ID}@1`,
    runId: null,
    messages: [{ role: "system", content: generalSystemPrompt() }],
  });
  const memory = recalled.exchanges.map(({ runId, messages }, index) =>
    makeSegment({
      kind: recalled.setAside ? "rebuilt-conversation" : "tool-history",
      agentId: AGENT_ID,
      source: `exchange:${index + 1}`,
      runId,
      messages,
    }),
  );
  const current = makeSegment({
    kind: "current-input",
    agentId: AGENT_ID,
    source: `message:${task.userMessageId}`,
    runId: task.runId,
    messages: [input],
  });
  return [system, ...memory, current];
}
