/** What the model was sent, after all adaptations, and the digest by which it is proved. Pure. */
import "server-only";
import { createHash } from "node:crypto";
import type { Adaptation } from "../../contracts/model/adaptation.ts";
import type { ModelMessage, ModelTool } from "../model-types.ts";
import { adaptMessages } from "./adapt-messages.ts";
import { repairArguments } from "./repair-arguments.ts";

/**
 * SHA-256 in lower-case hex over the JSON of messages and tools. The schema of a structured answer is not part of it,
 * wherever it was sent: it follows from the code.
 */
export function digestPrompt(
  messages: readonly ModelMessage[],
  tools: readonly ModelTool[],
  adaptations: readonly Adaptation[],
  mark?: string,
  place?: string,
): string {
  const sent = { messages: adaptMessages(messages, tools, adaptations, mark, place), tools };
  return createHash("sha256").update(JSON.stringify(sent)).digest("hex");
}

/** The messages as they were sent; null where they are the given ones. */
export function changedMessages(
  messages: readonly ModelMessage[],
  tools: readonly ModelTool[],
  adaptations: readonly Adaptation[],
  mark?: string,
  place?: string,
): ModelMessage[] | null {
  const adapted = adaptMessages(messages, tools, adaptations, mark, place);
  return JSON.stringify(adapted) === JSON.stringify(messages) ? null : adapted;
}

/** Arguments that were no JSON object: as the model wrote them, and as they were sent back to it. */
export type Repair = { toolCallId: string; written: string; sent: string };

export function listRepairs(
  messages: readonly ModelMessage[],
  adaptations: readonly Adaptation[],
): Repair[] {
  if (!adaptations.includes("arguments-repaired")) return [];
  return messages.flatMap((message) => {
    const sent = callsOf(repairArguments(message));
    return callsOf(message).flatMap(({ id, text }, index) => {
      const after = sent[index]?.text ?? text;
      return after === text ? [] : [{ toolCallId: id, written: text, sent: after }];
    });
  });
}

function callsOf(message: ModelMessage): { id: string; text: string }[] {
  if (message.role !== "assistant") return [];
  return (message.tool_calls ?? []).flatMap((call) =>
    call.type === "function" ? [{ id: call.id, text: call.function.arguments }] : [],
  );
}
