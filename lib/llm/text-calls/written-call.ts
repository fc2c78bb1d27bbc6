/** A call as a model wrote it in text, and the tools that it may name. Pure. */
import "server-only";
import { isRecord, parseJson, textOf } from "../../contracts/read-json.ts";
import { parseForWriting } from "../../contracts/repair-json.ts";
import type { ModelTool } from "../model-types.ts";

export type WrittenCall = { name: string; arguments: Record<string, unknown> };

/** The offered tools by name. */
export type Toolset = ReadonlyMap<string, ModelTool>;

export function toToolset(tools: readonly ModelTool[]): Toolset {
  return new Map(tools.map((tool) => [tool.function.name, tool]));
}

/** Namespaces in which models were taught to call tools: `functions.web_search`. */
const NAMESPACE = /^(?:functions|default_api|tools?|api)(?:\.|::|\/)/;

/** @returns the name of the offered tool that is meant: without a namespace (`functions.`) and without a number (`:0`) */
export function offeredName(name: string, tools: Pick<Toolset, "has">): string {
  if (tools.has(name)) return name;
  const bare = name.trim().replace(NAMESPACE, "");
  const known = [bare, bare.replace(/:\d+$/, "")].find((one) => tools.has(one));
  return known ?? name;
}

/** Whether a name that may go on can become an offered one. */
export function mayBeOffered(begun: string, tools: Toolset): boolean {
  const namespaces = ["", "functions.", "default_api.", "tool.", "tools.", "api."];
  return [...tools.keys()].some((name) =>
    namespaces.some((namespace) => `${namespace}${name}`.startsWith(begun)),
  );
}

/** What can be a tool's name. */
const TOOL_NAME = /^[A-Za-z_][\w.:/-]{0,127}$/;

/**
 * `{"name", "arguments"}` in its variants, a list of such, or one around them.
 * @param isMarked in a marker an object that has a name alone is a call, too
 * @returns null where it is something else
 */
export function toWrittenCalls(value: unknown, isMarked: boolean): WrittenCall[] | null {
  if (isRecord(value) && Array.isArray(value.tool_calls))
    return toWrittenCalls(value.tool_calls, isMarked);
  const calls = (Array.isArray(value) ? value : [value]).map((one) => toWritten(one, isMarked));
  return calls.length > 0 && calls.every((call) => call !== null) ? calls : null;
}

const BESIDE = new Set(["id", "type", "tool_call_id", "arguments", "parameters"]);

function toWritten(value: unknown, isMarked: boolean): WrittenCall | null {
  if (!isRecord(value)) return null;
  const called = isRecord(value.function) ? value.function : value;
  const name = [called.name, called.tool_name, called.tool, called.action, value.function]
    .map(textOf)
    .find((one) => one !== "");
  if (name === undefined || !TOOL_NAME.test(name)) return null;
  const given =
    called.arguments ??
    called.parameters ??
    called.args ??
    called.input ??
    called.tool_input ??
    called.action_input ??
    called.kwargs;
  if (given === undefined || given === null) {
    // Some write the arguments beside the name.
    const beside = Object.entries(called).filter(([key, one]) => one !== name && !BESIDE.has(key));
    return isMarked ? { name, arguments: Object.fromEntries(beside) } : null;
  }
  const parsed = typeof given === "string" ? parseForWriting(given || "{}") : given;
  return isRecord(parsed) ? { name, arguments: parsed } : null;
}

/** An argument that was written as text: by the tool's schema, or else as JSON where it is. */
export function readArgument(text: string, name: string, tool: ModelTool | undefined): unknown {
  const parsed = parseForWritingOnly(text);
  const properties = tool?.function.parameters?.properties;
  const schema = isRecord(properties) ? properties[name] : undefined;
  const isText = isRecord(schema) && schema.type === "string";
  if (isText) return typeof parsed === "string" ? parsed : text;
  return parsed ?? text;
}

function parseForWritingOnly(text: string): unknown {
  return parseJson(text) === undefined ? undefined : parseForWriting(text);
}
