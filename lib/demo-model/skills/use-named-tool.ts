/** Calls a tool of an MCP server that the message asks for, with arguments from the message. */

import { isRecord, textOf } from "../../contracts/read-json.ts";
import type { ToolDefinition } from "../chat-request.ts";
import { fillArguments, propertiesOf } from "../find-tool.ts";
import { TOOL_ATTEMPTS_MAX } from "../limits.ts";
import { readFileResult } from "../read-result.ts";
import { cite } from "../read-turn.ts";
import { call, type Skill, say } from "../skill.ts";

export const useNamedTool: Skill = {
  name: "use-named-tool",
  match(turn) {
    const tool = chooseNamedTool(turn.question, turn.request.tools);
    if (!tool) return null;
    const made = turn.results.filter(({ call: { name } }) => name === tool.name);
    const results = made.map(({ content, sources }) => ({ ...readFileResult(content), sources }));
    const read = results.find(({ ok }) => ok);
    if (read?.ok) return say((read.text.trim() || "That is done.") + cite(read.sources[0]));
    if (made.length >= TOOL_ATTEMPTS_MAX) return say("I tried that twice, and it did not work.");
    return call({ name: tool.name, arguments: fillFrom(turn.question, tool) });
  },
};

/** Fills numbers in their order, choices by name, and text arguments with the message. */
function fillFrom(question: string, tool: ToolDefinition): string {
  const numbers = (question.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const required = Array.isArray(tool.parameters.required) ? tool.parameters.required : [];
  const known: Record<string, unknown> = {};
  for (const [name, schema] of propertiesOf(tool.parameters)) {
    const choices = Array.isArray(schema.enum) ? schema.enum : [];
    const choice = choices.find((value) =>
      question.toLowerCase().includes(String(value).toLowerCase()),
    );
    const isRequired = required.includes(name);
    if (choice !== undefined) known[name] = choice;
    else if (choices.length > 0) continue;
    else if (schema.type === "number" || schema.type === "integer") {
      const value = isRequired || question.includes(name) ? numbers.shift() : undefined;
      if (value !== undefined) known[name] = value;
    } else if (schema.type === "string" && isRequired) known[name] = textFor(question, schema);
  }
  return fillArguments(tool.parameters, known);
}

const SAID = [
  /["“']([^"”]+)["”']/,
  /\b(?:to\s+)?(?:say|echo|repeat|send|write|with(?: the)? (?:message|text)|about|for)\s*:?\s+(?!the\b|tool\b)(.+)/i,
  /:\s*(.+)$/,
];

function textFor(question: string, schema: Record<string, unknown>): string {
  const words = question.replace(/\b(?:with|using|by|through|via)\s+the\s+[\w-]+\s+tool\b/i, "");
  const found = SAID.map((pattern) => pattern.exec(words)?.[1]).find((text) => text);
  const text = (found ?? words).trim().replace(/[.?!]+$/, "");
  const max = isRecord(schema) && typeof schema.maxLength === "number" ? schema.maxLength : 2_000;
  return textOf(text).slice(0, max);
}

/** `mcp_<server>_<tool>`. A server's name may contain `_`. */
const FOREIGN = /^mcp_/;
const SPEAKS_OF_TOOLS = /\btools?\b|\bmcp\b/i;
const EMPTY = new Set(
  "get trigger toggle tool tools the a an of to and with for from use using run call that this returns two back input string can you please which by in it is".split(
    " ",
  ),
);
const SAME: Record<string, string> = { add: "sum", plus: "sum", total: "sum", environment: "env" };

/** "Use the echo tool to say hello": the MCP tool that a message asks for, or null. */
function chooseNamedTool(
  question: string,
  tools: readonly ToolDefinition[],
): ToolDefinition | null {
  const foreign = tools.filter(({ name }) => FOREIGN.test(name));
  const asked = new Set(wordsOf(question));
  const servers = foreign.map(({ name }) => name.split("_")[1] ?? "");
  const speaksOfTools = SPEAKS_OF_TOOLS.test(question) || servers.some((name) => asked.has(name));
  if (!speaksOfTools) return null;
  const scored = foreign.map((tool) => ({ tool, score: scoreOf(tool, asked) }));
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  return best && best.score > 0 ? best.tool : null;
}

/** A whole tool name in the message counts most, then parts of it, then words of the description. */
function scoreOf({ name, description }: ToolDefinition, asked: ReadonlySet<string>): number {
  const [, , ...own] = name.split("_");
  const names = wordsOf(own.join(" "));
  const hits = names.filter((word) => asked.has(word)).length;
  const whole = hits > 0 && hits === names.length ? 4 : 0;
  const described = new Set(wordsOf(description).filter((word) => asked.has(word))).size;
  return whole + 2 * hits + 0.5 * described;
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words
    .filter((word) => word.length > 1 && !EMPTY.has(word))
    .map((word) => SAME[word] ?? (word.length > 4 ? word.replace(/(?:es|s)$/, "") : word));
}
