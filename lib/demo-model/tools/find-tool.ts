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

type Purpose = {
  /** What the argument is called; the first pattern that any tool fits wins. */
  names: RegExp[];
  words: RegExp;
};

const RUNS_PYTHON: Purpose = { names: [/code|script|source|program|python/i], words: /python/i };
const READS_FILES: Purpose = {
  names: [/attachment|file/i, /document|url|path/i],
  words:
    /(extract|read|text|content).*(file|attach|document)|(file|attach|document).*(extract|read|text|content)/is,
};

const SEARCHES_WEB: Purpose = {
  names: [/query|search|words|question|^q$/i],
  words: /\bsearch(es)?\b.*\b(web|internet|online)\b|\bweb search\b/is,
};
const FINDS_PASSAGES: Purpose = {
  names: [/query|search|words|question|^q$/i],
  words: /\b(passages?|search)\b.*\b(documents?|files?|attach\w*)\b/is,
};
const READS_PAGES: Purpose = {
  names: [/url|address|uri|link/i],
  words: /\b(reads?|fetch(es)?|opens?|loads?)\b.*\b(page|website|url)\b/is,
};

/** A tool with a text argument for words, that searches the web. */
export function findSearchTool(tools: readonly ToolDefinition[]): FoundTool | null {
  return findTool(tools, SEARCHES_WEB);
}

/** A tool with a text argument for words, that finds passages of attached files. */
export function findPassageTool(tools: readonly ToolDefinition[]): FoundTool | null {
  const other = findSearchTool(tools)?.name;
  return findTool(
    tools.filter(({ name }) => name !== other),
    FINDS_PASSAGES,
  );
}

/** A tool with a text argument for an address, that reads pages of the web. */
export function findPageTool(tools: readonly ToolDefinition[]): FoundTool | null {
  return findTool(tools, READS_PAGES);
}

/** A tool with a text argument for code, that speaks of Python. */
export function findCodeTool(tools: readonly ToolDefinition[]): FoundTool | null {
  return findTool(tools, RUNS_PYTHON);
}

/** A tool with a text argument for a file's id or address, that speaks of reading files. */
export function findFileTool(tools: readonly ToolDefinition[]): FoundTool | null {
  return findTool(tools, READS_FILES);
}

function findTool(tools: readonly ToolDefinition[], purpose: Purpose): FoundTool | null {
  const fitting = tools.filter((tool) => purpose.words.test(wordsOf(tool)));
  for (const pattern of purpose.names) {
    for (const tool of fitting) {
      const property = textProperties(tool).find((name) => pattern.test(name));
      if (property !== undefined) return toFound(tool, property);
    }
  }
  return null;
}

function textProperties(tool: ToolDefinition): string[] {
  const all = propertiesOf(tool.parameters);
  return all.filter(([, schema]) => textOf(schema.type) === "string").map(([name]) => name);
}

function wordsOf({ name, description, parameters }: ToolDefinition): string {
  return `${name.replaceAll("_", " ")} ${description} ${JSON.stringify(parameters)}`;
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
