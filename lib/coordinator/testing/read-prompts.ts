/** Reads the prompts that the model received and finds the sender by the system prompt. */
import "server-only";
import { concierge } from "../../agents/concierge/descriptor.ts";
import { general } from "../../agents/general/descriptor.ts";
import { systemPromptOf } from "../../agents/system-prompt.ts";
import { undated } from "../../prompt/dated-prompt.ts";

type WireMessage = {
  role: string;
  content: string | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
};

export type Prompt = {
  by: "planning" | "general" | "concierge" | "other";
  messages: WireMessage[];
  tools: string[];
  /** The whole request body. */
  text: string;
};

export function toPrompt(body: unknown): Prompt {
  const {
    messages,
    tools = [],
    response_format,
  } = body as {
    messages: WireMessage[];
    tools?: { function: { name: string } }[];
    response_format?: unknown;
  };
  const [system] = messages;
  const names = tools.map((tool) => tool.function.name);
  const by = response_format ? "planning" : writerOf(system?.content ?? "");
  return { by, messages, tools: names, text: JSON.stringify(body) };
}

function writerOf(system: string): Prompt["by"] {
  const prompt = undated(system);
  if (prompt === systemPromptOf(general).text) return "general";
  return prompt === systemPromptOf(concierge).text ? "concierge" : "other";
}

/** The tool calls in a prompt with their results. */
export function callsIn({ messages }: Prompt): { tool: string; result: string | null }[] {
  return messages.flatMap(({ tool_calls = [] }) =>
    tool_calls.map(({ id, function: { name } }) => {
      const result = messages.find((message) => isResultOf(message, id));
      return { tool: name, result: result?.content ?? null };
    }),
  );
}

function isResultOf(message: WireMessage, id: string): boolean {
  return "tool_call_id" in message && message.tool_call_id === id;
}
