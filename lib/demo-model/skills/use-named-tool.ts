/** A foreign tool that the message asks for, filled by its schema out of the message. */
import type { ToolDefinition } from "../chat-request.ts";
import { isRecord, textOf } from "../read-json.ts";
import { call, type Skill, say } from "../skill.ts";
import { chooseNamedTool } from "../tools/choose-named-tool.ts";
import { fillArguments, propertiesOf } from "../tools/fill-arguments.ts";
import { readFileResult } from "../tools/read-result.ts";

const MAX_ATTEMPTS = 2;

export const useNamedTool: Skill = {
  name: "use-named-tool",
  match(turn) {
    const tool = chooseNamedTool(turn.question, turn.request.tools);
    if (!tool) return null;
    const made = turn.results.filter(({ call: { name } }) => name === tool.name);
    const read = made.map(({ content }) => readFileResult(content)).find(({ ok }) => ok);
    if (read?.ok) return say(read.text.trim() || "That is done.");
    if (made.length >= MAX_ATTEMPTS) return say("I tried that twice, and it did not work.");
    return call({ name: tool.name, arguments: fillFrom(turn.question, tool) });
  },
};

/** Numbers in their order, a choice by its name, and the message's own text where text is wanted. */
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
