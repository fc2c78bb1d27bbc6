/** docs/providers.md: each of its examples is a models.json that the product takes. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ModelsFile } from "../models-file.ts";

const PAGE = readFileSync("docs/providers.md", "utf8");
const EXAMPLES = [
  ...PAGE.matchAll(/^### (.+)\n[^`#]*(?:`[^`\n]+`[^`#]*)*```json\n([^`]+)```/gm),
].map(([, name, text]) => ({ name: name ?? "", text: text ?? "" }));

const PROVIDERS = [
  "Azure OpenAI",
  "Amazon Bedrock",
  "Portkey",
  "LiteLLM",
  "OpenRouter",
  "Gemini",
  "Anthropic",
  "Mistral",
  "DeepSeek",
  "Groq",
  "xAI",
  "vLLM",
  "SGLang",
  "TGI",
  "llama.cpp",
  "Ollama",
  "LM Studio",
];

describe("the examples of docs/providers.md", () => {
  it("are there for every common provider", () => {
    expect(EXAMPLES.map(({ name }) => name)).toEqual(PROVIDERS);
  });

  it.each(EXAMPLES)("$name is taken as it stands", ({ text }) => {
    const { error } = ModelsFile.safeParse(JSON.parse(text));
    expect(error?.issues ?? []).toEqual([]);
  });
});
