/** The loop of `task.ts` on `@openai/agents`, streamed, with its tracing disabled. */
import { Agent, OpenAIProvider, Runner, tool } from "@openai/agents";
import OpenAI from "openai";
import { z } from "zod";
import { lookUp, QUESTION, TOOL } from "./task.ts";

export function openLoop(modelUrl, systemPrompt) {
  const openAIClient = new OpenAI({ baseURL: modelUrl, apiKey: "demo", maxRetries: 0 });
  const modelProvider = new OpenAIProvider({ openAIClient, useResponses: false });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  const lookup = tool({
    name: TOOL.name,
    description: TOOL.description,
    parameters: z.object({ word: z.string().describe(TOOL.argument) }),
    execute: ({ word }) => lookUp(word),
  });
  const agent = new Agent({
    name: "general",
    instructions: systemPrompt,
    model: "demo",
    tools: [lookup],
  });
  return {
    async turn() {
      const result = await runner.run(agent, QUESTION, { stream: true, maxTurns: 12 });
      let text = "";
      for await (const delta of result.toTextStream()) text += delta;
      await result.completed;
      return text;
    },
  };
}
