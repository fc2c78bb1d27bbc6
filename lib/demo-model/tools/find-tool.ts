/** Finds the tool for a purpose by what its schema and description say. Names alone decide nothing. */
import type { ToolDefinition } from "../chat-request.ts";
import { textOf } from "../read-json.ts";
import type { ReplyToolCall } from "../skill.ts";
import { fillArguments, propertiesOf } from "./fill-arguments.ts";

export type FoundTool = {
  name: string;
  /** A call with this value in the argument that takes it. */
  use(value: string): ReplyToolCall;
  /** What an earlier call of it was given; null where it was given nothing readable. */
  valueOf(argumentsText: string): string | null;
};

type Purpose = { property: RegExp; words: RegExp };

const RUNS_PYTHON: Purpose = { property: /code|script|source|program|python/i, words: /python/i };
const READS_FILES: Purpose = {
  property: /attachment|file|document|url|path/i,
  words:
    /(extract|read|text|content).*(file|attach|document)|(file|attach|document).*(extract|read|text|content)/is,
};

/** A tool with a text argument for code, that speaks of Python. */
export function findCodeTool(tools: readonly ToolDefinition[]): FoundTool | null {
  return findTool(tools, RUNS_PYTHON);
}

/** A tool with a text argument for a file's id or address, that speaks of reading files. */
export function findFileTool(tools: readonly ToolDefinition[]): FoundTool | null {
  return findTool(tools, READS_FILES);
}

function findTool(tools: readonly ToolDefinition[], purpose: Purpose): FoundTool | null {
  for (const tool of tools) {
    const property = propertiesOf(tool.parameters).find(
      ([name, schema]) =>
        textOf(schema.type) === "string" &&
        (purpose.property.test(name) || purpose.property.test(textOf(schema.description))),
    )?.[0];
    if (property === undefined) continue;
    const says = `${tool.name.replaceAll("_", " ")} ${tool.description} ${JSON.stringify(tool.parameters)}`;
    if (purpose.words.test(says)) return toFound(tool, property);
  }
  return null;
}

function toFound(tool: ToolDefinition, property: string): FoundTool {
  return {
    name: tool.name,
    use: (value) => ({
      name: tool.name,
      arguments: fillArguments(tool.parameters, { [property]: value }),
    }),
    valueOf(argumentsText) {
      try {
        return textOf(JSON.parse(argumentsText)?.[property]) || null;
      } catch {
        return null;
      }
    },
  };
}
