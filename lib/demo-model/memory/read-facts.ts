/** Earlier tool results that come as facts in a system message, where an agent may not see its earlier turns. */
import type { ChatMessage } from "../chat-request.ts";
import { isRecord, parseJson, textOf } from "../read-json.ts";
import type { ToolResult } from "../read-turn.ts";

const HEADING = /^Facts from earlier results\b.*$/m;

/** Oldest first, as calls with their results. */
export function readFacts(messages: readonly ChatMessage[]): ToolResult[] {
  return messages.flatMap((message) => {
    const heading = message.role === "system" ? HEADING.exec(message.content) : null;
    if (!heading) return [];
    const list = parseJson(message.content.slice(heading.index + heading[0].length).trim());
    return Array.isArray(list) ? list.flatMap(toResult) : [];
  });
}

function toResult(fact: unknown, index: number): ToolResult[] {
  if (!isRecord(fact) || textOf(fact.tool) === "") return [];
  const call = { id: `fact-${index}`, name: textOf(fact.tool), arguments: written(fact.arguments) };
  return [{ call, content: written(fact.result) }];
}

function written(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
