import "server-only";
/** The segments with which a run of the general agent begins: system prompt, memory, current input. */
import type { Agent } from "../agents/agent.ts";
import type { BegunTurn, TurnFile } from "../db/begun-turn.ts";
import { attachmentsToText } from "../hidden-state/attachments-to-text.ts";
import { sanitise } from "../hidden-state/sanitise.ts";
import { makeSegment, type Segment } from "../prompt/segment.ts";
import type { Recalled } from "./recall-general.ts";

type UserMessage = { role: "user"; content: string };

/** The person's message as a model reads it: secrets taken out, attachments as references. */
export function currentInput(turn: BegunTurn): UserMessage {
  const attached = turn.files.filter((file) => file.current).map((file) => ({ url: fileUrl(file) }));
  const content = attachmentsToText(sanitise(turn.text).value, attached);
  return { role: "user", content };
}

/** Where the person, too, finds the file. */
export function fileUrl(file: Pick<TurnFile, "id" | "name">): string {
  return `/api/attachments/${file.id}/${encodeURIComponent(file.name)}`;
}

export function openingSegments(
  agent: Agent,
  turn: BegunTurn,
  recalled: Recalled,
  input: UserMessage,
): Segment[] {
  const agentId = agent.id;
  const { runId } = turn;
  const system = makeSegment({
    kind: "system-prompt",
    agentId,
    source: `prompt:${agentId}@${agent.version}`,
    runId: null,
    messages: [{ role: "system", content: agent.systemPrompt() }],
  });
  const memory = recalled.exchanges.map((exchange, index) =>
    makeSegment({
      kind: recalled.rebuilt ? "rebuilt-conversation" : "tool-history",
      agentId,
      source: `exchange:${index + 1}`,
      runId: exchange.runId,
      messages: exchange.messages,
    }),
  );
  const source = `message:${turn.userMessageId}`;
  const current = makeSegment({ kind: "current-input", agentId, source, runId, messages: [input] });
  return [system, ...memory, current];
}
