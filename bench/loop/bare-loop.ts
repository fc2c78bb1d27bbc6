/** The control: a hand-written loop on the `openai` client, as in its documentation. Records nothing. */
import OpenAI from "openai";
import { lookUp, type OpenLoop, QUESTION, TOOL } from "./task.ts";

type Call = { id: string; name: string; arguments: string };

const TOOLS: OpenAI.Chat.Completions.ChatCompletionFunctionTool[] = [
  {
    type: "function",
    function: {
      name: TOOL.name,
      description: TOOL.description,
      parameters: {
        type: "object",
        properties: { word: { type: "string", description: TOOL.argument } },
        required: ["word"],
        additionalProperties: false,
      },
    },
  },
];

export const openLoop: OpenLoop = (modelUrl, systemPrompt) => {
  const client = new OpenAI({ baseURL: modelUrl, apiKey: "demo", maxRetries: 0 });
  return {
    async turn() {
      const messages: OpenAI.Chat.Completions.ChatCompletionMessageParam[] = [
        { role: "system", content: systemPrompt },
        { role: "user", content: QUESTION },
      ];
      for (;;) {
        const { text, calls } = await ask(client, messages);
        if (calls.length === 0) return text;
        messages.push({
          role: "assistant",
          content: text,
          tool_calls: calls.map(({ id, ...called }) => ({
            id,
            type: "function",
            function: called,
          })),
        });
        for (const call of calls) {
          const content = lookUp(JSON.parse(call.arguments).word);
          messages.push({ role: "tool", tool_call_id: call.id, content });
        }
      }
    },
  };
};

async function ask(
  client: OpenAI,
  messages: OpenAI.Chat.Completions.ChatCompletionMessageParam[],
): Promise<{ text: string; calls: Call[] }> {
  const stream = await client.chat.completions.create({
    model: "demo",
    messages,
    tools: TOOLS,
    stream: true,
    stream_options: { include_usage: true },
  });
  let text = "";
  const calls: Call[] = [];
  for await (const chunk of stream) {
    const delta = chunk.choices[0]?.delta;
    text += delta?.content ?? "";
    for (const part of delta?.tool_calls ?? []) {
      calls[part.index] ??= { id: "", name: "", arguments: "" };
      const call = calls[part.index];
      if (!call) continue;
      call.id += part.id ?? "";
      call.name += part.function?.name ?? "";
      call.arguments += part.function?.arguments ?? "";
    }
  }
  return { text, calls };
}
