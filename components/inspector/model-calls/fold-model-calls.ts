/** Model calls with what happened to each: call, retries, answer. Pure. */
import type { InspectedBodyOf, InspectedEvent } from "@/lib/contracts/inspected-event.ts";

export type ModelCall = {
  called: InspectedBodyOf<"model.called">;
  /** `seq` of the call, and of its answer once there is one. */
  calledSeq: number;
  answeredSeq: number | null;
  startedMs: number;
  retries: InspectedBodyOf<"model.retried">[];
  /** Null while it goes on, and for a call that never came back. */
  answered: InspectedBodyOf<"model.answered"> | null;
};

/** In the order of the calls. An answer or a retry without its call is left to the log. */
export function foldModelCalls(events: readonly InspectedEvent[], originMs: number): ModelCall[] {
  const calls = new Map<string, ModelCall>();
  for (const { seq, at, body } of events) {
    if (body.type === "model.called") {
      const startedMs = Math.max(0, Date.parse(at) - originMs);
      const open = { answeredSeq: null, retries: [], answered: null };
      calls.set(body.callId, { called: body, calledSeq: seq, startedMs, ...open });
    } else if (body.type === "model.retried") {
      calls.get(body.callId)?.retries.push(body);
    } else if (body.type === "model.answered") {
      const call = calls.get(body.callId);
      if (!call) continue;
      call.answered = body;
      call.answeredSeq = seq;
    }
  }
  return [...calls.values()];
}
