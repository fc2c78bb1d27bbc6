import "server-only";
/** Runs one call of a tool within its limits. Whatever goes wrong comes back as text that the model can mend. */
import { z } from "zod";
import type { Tool, ToolContext, ToolOutcome } from "./tool.ts";

export type ToolCall = { name: string; arguments: string };
export type ToolResult = ToolOutcome & { durationMs: number; bytes: number };

export async function runTool(
  tools: readonly Tool[],
  call: ToolCall,
  context: ToolContext,
): Promise<ToolResult> {
  const startedAt = performance.now();
  const { outcome, content } = await attempt(tools, call, context);
  return {
    outcome,
    content,
    durationMs: performance.now() - startedAt,
    bytes: Buffer.byteLength(content),
  };
}

async function attempt(
  tools: readonly Tool[],
  call: ToolCall,
  context: ToolContext,
): Promise<ToolOutcome> {
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool) {
    const names = tools.map(({ name }) => name).join(", ");
    return failed(`There is no tool "${call.name}". There are: ${names}.`);
  }
  const parsed = parseJson(call.arguments);
  if (!parsed.ok)
    return failed(`The arguments are not valid JSON: ${parsed.why}. Send them again.`);
  const checked = tool.arguments.safeParse(parsed.value);
  if (!checked.success) {
    return failed(
      `The arguments do not fit:\n${z.prettifyError(checked.error)}\nMend them and call again.`,
    );
  }
  const result = await withinTime(tool, checked.data, context);
  return { ...result, content: cut(result.content, tool.maxResultBytes) };
}

async function withinTime(tool: Tool, args: unknown, context: ToolContext): Promise<ToolOutcome> {
  const limit = AbortSignal.timeout(tool.timeoutMs);
  const signal = AbortSignal.any([context.signal, limit]);
  const aborted = new Promise<ToolOutcome>((resolve) => {
    const end = () => resolve(failed(limit.aborted ? tookTooLong(tool) : "The call was stopped."));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
  try {
    return await Promise.race([tool.run(args, { ...context, signal }), aborted]);
  } catch {
    return failed("The tool failed for a reason of its own. Try once more, or do without it.");
  }
}

function tookTooLong({ timeoutMs }: Tool): string {
  return `This took longer than ${timeoutMs / 1000} s and was ended. Try something smaller.`;
}

function failed(content: string): ToolOutcome {
  return { outcome: "failed", content };
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; why: string } {
  try {
    return { ok: true, value: JSON.parse(text || "{}") };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : "unreadable" };
  }
}

function cut(content: string, maxBytes: number): string {
  const bytes = Buffer.from(content);
  if (bytes.byteLength <= maxBytes) return content;
  const kept = new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
  return `${kept}\n[cut: showing ${maxBytes} of ${bytes.byteLength} bytes]`;
}
