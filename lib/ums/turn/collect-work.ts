/** Collects what a turn sent to its model and called, for its trace. It stays in the service until an operator asks. */
import "server-only";
import { createHash } from "node:crypto";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import type { TracedCall, TurnWork } from "../../contracts/ums/ums-trace.ts";
import type { ModelTool } from "../../llm/model-types.ts";
import type { Segment } from "../../prompt/segment.ts";

export type CollectedWork = {
  onPrompt(segments: readonly Segment[], tools: readonly ModelTool[]): void;
  onEvent(body: LogEventBody): void;
  work(): TurnWork;
};

export function collectWork(): CollectedWork {
  const segments: Record<string, string> = {};
  const calls = new Map<string, TracedCall>();
  const keep = (content: readonly unknown[]) => {
    const text = JSON.stringify(content);
    segments[createHash("sha256").update(text).digest("hex")] = text;
  };
  return {
    onPrompt(sent, tools) {
      for (const { messages } of sent) keep(messages);
      if (tools.length > 0) keep(tools);
    },
    onEvent(body) {
      if (body.type === "tool.called") {
        const { toolCallId, tool, argsSha256 } = body;
        const call = { toolCallId, tool, argsSha256, arguments: body.arguments, result: null };
        calls.set(body.hopRef, call);
      } else if (body.type === "tool.returned") {
        const call = calls.get(body.hopRef);
        if (call) call.result = body.result;
      }
    },
    work: () => ({ calls: [...calls.values()], segments }),
  };
}
