/** Tool calls with their results. Pure. */
import type { InspectedBodyOf, InspectedEvent } from "@/lib/contracts/inspected-event.ts";

export type ToolCall = {
  called: InspectedBodyOf<"tool.called">;
  calledSeq: number;
  /** Null while it goes on, and for a call that never came back. */
  returned: InspectedBodyOf<"tool.returned"> | null;
};

/** By the hop that made the call, which is one per call. */
export function foldToolCalls(events: readonly InspectedEvent[]): ReadonlyMap<string, ToolCall> {
  const calls = new Map<string, ToolCall>();
  for (const { seq, body } of events) {
    if (body.type === "tool.called") {
      calls.set(body.hopRef, { called: body, calledSeq: seq, returned: null });
    } else if (body.type === "tool.returned") {
      const call = calls.get(body.hopRef);
      if (call?.called.toolCallId === body.toolCallId) call.returned = body;
    }
  }
  return calls;
}
