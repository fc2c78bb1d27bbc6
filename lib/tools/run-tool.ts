/** Runs one tool call within its limits. A call that fails comes back as text that the model can act on. */
import "server-only";
import { z } from "zod";
import { ImpossibleNumberError, parseExact } from "../contracts/json/exact-numbers.ts";
import { AppError } from "../errors/app-error.ts";
import { type CheckedArguments, checkArguments } from "./check-arguments.ts";
import { TOOL_LIMITS } from "./limits.ts";
import type { Tool, ToolContext, ToolOutcome } from "./tool.ts";

/** As the model wrote it; `arguments` is unchecked text. */
export type ToolCall = { name: string; arguments: string };

export type ToolResult = ToolOutcome & {
  /** The checked arguments; undefined where the tool was not called. */
  parsedArguments: unknown;
  durationMs: number;
  /** Size of `content` in UTF-8. */
  bytes: number;
};

export type RunToolOptions = {
  /** Receives what a tool threw, for the log. The model is told only that the tool failed. */
  onError?(error: unknown, toolName: string): void;
  /** The call begins or ends to wait for others. */
  onWaiting?(isWaiting: boolean): void;
};

/** Never rejects. Resolves within the tool's time limit even if the tool does not. */
export async function runTool(
  tools: readonly Tool[],
  call: ToolCall,
  context: ToolContext,
  options: RunToolOptions = {},
): Promise<ToolResult> {
  const startedAt = performance.now();
  const { parsedArguments, ...outcome } = await attempt(tools, call, context, options);
  return {
    ...outcome,
    parsedArguments,
    durationMs: performance.now() - startedAt,
    bytes: Buffer.byteLength(outcome.content),
  };
}

/** For the model. */
const TOO_MUCH =
  "Too much of this is under way for this person already, so it was not begun. Answer without it, and say that it can be tried again in a moment.";

type Attempt = ToolOutcome & { parsedArguments?: unknown };

async function attempt(
  tools: readonly Tool[],
  call: ToolCall,
  context: ToolContext,
  options: RunToolOptions,
): Promise<Attempt> {
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool) return failed(describeUnknown(tools, call.name));
  const parsed = parseJson(call.arguments);
  if (!parsed.ok) {
    const usual = `The arguments are not valid JSON (${parsed.why}), so ${tool.name} was not called. ${expected(tool)}`;
    return failed(tool.onMisfit?.("not valid JSON") ?? parsed.instead ?? usual);
  }
  const checked = checkArguments(tool, parsed.value);
  if (!checked.ok) return failed(describeRefusal(tool, checked));
  const ended = await withinTime(tool, checked.data, context, options);
  return {
    outcome: ended.outcome,
    content: cutToBytes(ended.content, tool.maxResultBytes),
    ...(ended.outcome === "ok" && ended.sources ? { sources: ended.sources } : {}),
    ...(ended.outcome === "ok" && ended.files ? { files: ended.files } : {}),
    parsedArguments: checked.data,
  };
}

async function withinTime(
  tool: Tool,
  args: unknown,
  context: ToolContext,
  { onError, onWaiting }: RunToolOptions,
): Promise<ToolOutcome> {
  const limit = new AbortController();
  const { promise: ended, resolve: end } = Promise.withResolvers<ToolOutcome>();
  const stop = () => {
    end(failed("The call was stopped."));
    limit.abort();
  };
  const startTimer = () =>
    setTimeout(() => {
      end(failed(describeTimeout(tool)));
      limit.abort();
    }, tool.timeoutMs);
  let timer = startTimer();
  const waits = {
    begin: () => {
      clearTimeout(timer);
      onWaiting?.(true);
    },
    end: () => {
      if (!limit.signal.aborted) timer = startTimer();
      onWaiting?.(false);
    },
  };
  context.signal.addEventListener("abort", stop, { once: true });
  if (context.signal.aborted) stop();
  try {
    if (limit.signal.aborted) return await ended;
    return await Promise.race([tool.run(args, { ...context, signal: limit.signal, waits }), ended]);
  } catch (error) {
    if (error instanceof AppError && error.code === "too-much-at-once") return failed(TOO_MUCH);
    onError?.(error, tool.name);
    return failed(
      `${tool.name} failed for a reason of its own; the arguments were fine. Try once more, or do without it and say so.`,
    );
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener("abort", stop);
  }
}

function describeRefusal(tool: Tool, refused: Extract<CheckedArguments, { ok: false }>): string {
  if (refused.why === "no-double") {
    const usual = `${tool.name} cannot hold the number ${refused.number}: it has more digits than a double-precision number. It was not called, because it would have had another number. Round the number yourself and say so, or do without it.`;
    return tool.onMisfit?.("a number with more digits than the tool can hold") ?? usual;
  }
  const problems = z.prettifyError(refused.error);
  const usual = `The arguments do not fit, so ${tool.name} was not called:\n${problems}\n${expected(tool)}`;
  return tool.onMisfit?.(describeMisfit(refused.error)) ?? usual;
}

/** Places and codes of the misfits, without any value: keys may be the model's own words. */
function describeMisfit({ issues }: z.ZodError): string {
  const places = issues.map(({ path, code }) => `${path.length} deep: ${code}`);
  return `the arguments do not fit the schema (${[...new Set(places)].slice(0, 5).join("; ")})`;
}

function describeUnknown(tools: readonly Tool[], name: string): string {
  const names = tools.map((tool) => tool.name).join(", ");
  return tools.length > 0
    ? `There is no tool "${name}". There are: ${names}. Use one of these, or answer without.`
    : `There is no tool "${name}", nor any other. Answer without.`;
}

function describeTimeout({ name, timeoutMs }: Tool): string {
  return `${name} took longer than ${timeoutMs / 1000} s and was ended. Try something smaller, or do without it.`;
}

function expected(tool: Tool): string {
  return `Call it again with a JSON object like ${describeArguments(tool.arguments)}.`;
}

function failed(content: string): ToolOutcome {
  return { outcome: "failed", content };
}

/** `instead`: what the model is told in place of the usual words. */
type ParsedArguments = { ok: true; value: unknown } | { ok: false; why: string; instead?: string };

/** Empty text counts as `{}`: some models call a tool without arguments that way. */
function parseJson(text: string): ParsedArguments {
  try {
    return { ok: true, value: parseExact(text.trim() || "{}") };
  } catch (error) {
    const why = error instanceof Error ? error.message : "unreadable";
    if (!(error instanceof ImpossibleNumberError)) return { ok: false, why };
    const instead = `No number can be ${error.number}: it is too large, too close to zero, or has too many digits. The tool was not called. Correct the number, or do without it.`;
    return { ok: false, why, instead };
  }
}

/** @returns at most `maxBytes` of UTF-8 including the note; no character is split */
function cutToBytes(text: string, maxBytes: number): string {
  const totalBytes = Buffer.byteLength(text);
  if (totalBytes <= maxBytes) return text;
  const note = `\n[cut: the result has ${totalBytes} bytes, of which at most ${maxBytes} are shown]`;
  const bytes = Buffer.from(text).subarray(0, Math.max(0, maxBytes - Buffer.byteLength(note)));
  // In stream mode the decoder drops an incomplete last character.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true }) + note;
}

const JsonSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

/** A tool's arguments in one line, such as `{"code": string, "page"?: integer | null}`. */
function describeArguments(schema: z.ZodType): string {
  return describe(z.toJSONSchema(schema, { io: "input" }), 0);
}

function describe(schema: unknown, depth: number): string {
  const parsed = JsonSchema.safeParse(schema);
  if (!parsed.success || depth > TOOL_LIMITS.describedDepthMax) return "any";
  const { type, enum: values, const: value, anyOf, items, properties, required = [] } = parsed.data;
  if (values) return values.map((one) => JSON.stringify(one)).join(" | ");
  if (value !== undefined) return JSON.stringify(value);
  if (anyOf) return anyOf.map((one) => describe(one, depth + 1)).join(" | ");
  if (items) return `[${describe(items, depth + 1)}]`;
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => {
      const optional = required.includes(name) ? "" : "?";
      return `${JSON.stringify(name)}${optional}: ${describe(field, depth + 1)}`;
    });
    return `{${fields.join(", ")}}`;
  }
  return [type ?? "any"].flat().join(" | ");
}
