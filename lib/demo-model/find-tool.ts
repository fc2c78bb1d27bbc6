/** Finds a tool by its schema and description, never by its name alone, and fills its arguments. */

import { isRecord, textOf } from "../contracts/read-json.ts";
import type { ToolDefinition } from "./chat-request.ts";
import type { ReplyToolCall } from "./skill.ts";

export type FoundTool = {
  name: string;
  /** A call with this value in the matching argument. */
  use(value: string): ReplyToolCall;
  /** The value in the arguments of an earlier call; null where it is missing. */
  valueOf(argumentsText: string): string | null;
};

type Purpose = {
  /** Patterns for the argument's name; the first one that a tool matches is used. */
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

/** A tool that searches the web, with an argument for the words. */
export function findSearchTool(tools: readonly ToolDefinition[]): FoundTool | null {
  return findTool(tools, SEARCHES_WEB);
}

/** A tool that finds passages of attached files, with an argument for the words. */
export function findPassageTool(tools: readonly ToolDefinition[]): FoundTool | null {
  const other = findSearchTool(tools)?.name;
  return findTool(
    tools.filter(({ name }) => name !== other),
    FINDS_PASSAGES,
  );
}

/** A tool that reads web pages, with an argument for the address. */
export function findPageTool(tools: readonly ToolDefinition[]): FoundTool | null {
  return findTool(tools, READS_PAGES);
}

/** A tool that runs Python, with an argument for the code. */
export function findCodeTool(tools: readonly ToolDefinition[]): FoundTool | null {
  return findTool(tools, RUNS_PYTHON);
}

/** A tool that reads files, with an argument for the id or address. */
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

type Schema = Record<string, unknown>;

/**
 * Arguments that fit a JSON Schema: known values, and the simplest allowed values for other required properties.
 * @param known values by property name
 */
export function fillArguments(schema: Schema, known: Record<string, unknown>): string {
  const filled: Record<string, unknown> = {};
  for (const [name, property] of propertiesOf(schema)) {
    if (name in known) filled[name] = known[name];
    else if (requiredOf(schema).has(name)) filled[name] = plainestValue(property);
  }
  return JSON.stringify(filled);
}

export function propertiesOf(schema: Schema): [string, Schema][] {
  const { properties } = schema;
  if (!isRecord(properties)) return [];
  return Object.entries(properties).map(([name, value]) => [name, isRecord(value) ? value : {}]);
}

function requiredOf(schema: Schema): Set<unknown> {
  return new Set(Array.isArray(schema.required) ? schema.required : []);
}

/** @param text the value for free text */
export function plainestValue(schema: Schema, text = ""): unknown {
  if ("default" in schema) return schema.default;
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const variants = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (variants) return plainestValue(isRecord(variants[0]) ? variants[0] : {}, text);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "number":
    case "integer":
      return typeof schema.minimum === "number" ? schema.minimum : 0;
    case "boolean":
      return false;
    case "array":
      return plainestList(schema, text);
    case "object":
      return Object.fromEntries(
        propertiesOf(schema)
          .filter(([name]) => requiredOf(schema).has(name))
          .map(([name, property]) => [name, plainestValue(property, text)]),
      );
    case "null":
      return null;
    default:
      return typeof schema.maxLength === "number" ? text.slice(0, schema.maxLength) : text;
  }
}

function plainestList(schema: Schema, text: string): unknown[] {
  const length = typeof schema.minItems === "number" ? schema.minItems : 0;
  const item = isRecord(schema.items) ? schema.items : {};
  return Array.from({ length }, () => plainestValue(item, text));
}
