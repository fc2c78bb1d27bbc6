import "server-only";
/** Runs one call of a tool within its limits. Whatever goes wrong comes back as text that the model can mend. */
import { z } from "zod";
import { cutToBytes } from "./cut-to-bytes.ts";
import { describeArguments } from "./describe-arguments.ts";
import type { Tool, ToolContext, ToolOutcome } from "./tool.ts";

/** As the model wrote it: `arguments` is text and may be anything. */
export type ToolCall = { name: string; arguments: string };

export type ToolResult = ToolOutcome & {
  /** What the tool was given; undefined where it was never called. */
  parsedArguments: unknown;
  durationMs: number;
  /** Of `content`, in UTF-8. */
  bytes: number;
};

export type RunToolOptions = {
  /** Gets what a tool threw, for the log. The model only learns that it failed. */
  onError?(error: unknown, toolName: string): void;
};

/** Never rejects, and returns within the tool's time limit even if the tool does not. */
export async function runTool(
  tools: readonly Tool[],
  call: ToolCall,
  context: ToolContext,
  options: RunToolOptions = {},
): Promise<ToolResult> {
  const startedAt = performance.now();
  const { parsedArguments, ...ended } = await attempt(tools, call, context, options);
  return {
    ...ended,
    parsedArguments,
    durationMs: performance.now() - startedAt,
    bytes: Buffer.byteLength(ended.content),
  };
}

type Attempt = ToolOutcome & { parsedArguments?: unknown };

async function attempt(
  tools: readonly Tool[],
  call: ToolCall,
  context: ToolContext,
  { onError }: RunToolOptions,
): Promise<Attempt> {
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool) return failed(describeUnknown(tools, call.name));
  const parsed = parseJson(call.arguments);
  if (!parsed.ok) {
    return failed(
      `The arguments are not valid JSON (${parsed.why}), so ${tool.name} was not called. ${expected(tool)}`,
    );
  }
  const checked = tool.arguments.safeParse(parsed.value);
  if (!checked.success) {
    const problems = z.prettifyError(checked.error);
    return failed(
      `The arguments do not fit, so ${tool.name} was not called:\n${problems}\n${expected(tool)}`,
    );
  }
  const ended = await withinTime(tool, checked.data, context, onError);
  return {
    outcome: ended.outcome,
    content: cutToBytes(ended.content, tool.maxResultBytes),
    parsedArguments: checked.data,
  };
}

async function withinTime(
  tool: Tool,
  args: unknown,
  context: ToolContext,
  onError: RunToolOptions["onError"],
): Promise<ToolOutcome> {
  const limit = new AbortController();
  const { promise: ended, resolve: end } = Promise.withResolvers<ToolOutcome>();
  const stop = () => {
    end(failed("The call was stopped."));
    limit.abort();
  };
  const timer = setTimeout(() => {
    end(failed(describeTimeout(tool)));
    limit.abort();
  }, tool.timeoutMs);
  context.signal.addEventListener("abort", stop, { once: true });
  if (context.signal.aborted) stop();
  try {
    if (limit.signal.aborted) return await ended;
    return await Promise.race([tool.run(args, { ...context, signal: limit.signal }), ended]);
  } catch (error) {
    onError?.(error, tool.name);
    return failed(
      `${tool.name} failed for a reason of its own; the arguments were fine. Try once more, or do without it and say so.`,
    );
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener("abort", stop);
  }
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

/** No text at all is how some models call a tool that needs nothing. */
function parseJson(text: string): { ok: true; value: unknown } | { ok: false; why: string } {
  try {
    return { ok: true, value: JSON.parse(text.trim() || "{}") };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : "unreadable" };
  }
}
