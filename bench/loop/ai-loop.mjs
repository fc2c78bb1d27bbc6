/** The loop of `task.ts` on `ai`, streamed. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { stepCountIs, streamText, tool } from "ai";
import { z } from "zod";
import { lookUp, QUESTION, TOOL } from "./task.ts";

export function openLoop(modelUrl, systemPrompt) {
  const provider = createOpenAICompatible({
    name: "demo",
    baseURL: modelUrl,
    apiKey: "demo",
    includeUsage: true,
  });
  const tools = {
    [TOOL.name]: tool({
      description: TOOL.description,
      inputSchema: z.object({ word: z.string().describe(TOOL.argument) }),
      execute: async ({ word }) => lookUp(word),
    }),
  };
  return {
    async turn() {
      const result = streamText({
        model: provider.chatModel("demo"),
        system: systemPrompt,
        prompt: QUESTION,
        tools,
        maxRetries: 0,
        stopWhen: stepCountIs(12),
      });
      let text = "";
      for await (const delta of result.textStream) text += delta;
      return text;
    },
  };
}
