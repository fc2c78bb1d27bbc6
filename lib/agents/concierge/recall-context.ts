import "server-only";
/** The concierge's context state as stored; replayed from its recorded deltas where the stored one is broken. */
import { CONCIERGE_CONTEXT, type ConciergeContext } from "../../context-state/concierge-context.ts";
import { replayDeltas } from "../../context-state/replay-deltas.ts";
import type { QuarantinedState } from "../../contracts/run-work.ts";
import { decodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import type { AgentTask } from "../agent.ts";

export type RecalledContext = {
  state: ConciergeContext;
  version: number;
  quarantined: QuarantinedState | null;
};

const AGENT_ID = "concierge";

export async function recallContext(task: AgentTask): Promise<RecalledContext> {
  const { stored, hop, ports } = task;
  const version = stored?.version ?? 0;
  const read = stored ? readContext(stored.state) : { state: CONCIERGE_CONTEXT.empty, why: null };
  const finding = read.why;
  ports.appendEvent({ type: "state.loaded", hopRef: hop.ref, agentId: AGENT_ID, version, finding });
  if (finding === null) return { state: read.state, version, quarantined: null };
  const replayed = replayDeltas(CONCIERGE_CONTEXT.empty, await task.contextDeltas());
  const state = replayed.ok ? replayed.state : CONCIERGE_CONTEXT.empty;
  const detail = replayed.ok ? "replayed from its deltas" : `begun anew: ${replayed.reason}`;
  ports.appendEvent({ type: "run.noted", code: "context-rebuilt", detail });
  return { state, version, quarantined: { agentId: AGENT_ID, version, reason: finding } };
}

function readContext(value: unknown): { state: ConciergeContext; why: string | null } {
  const decoded = decodeStoredState(AGENT_ID, value);
  if (!decoded.ok) return { state: CONCIERGE_CONTEXT.empty, why: decoded.reason };
  const checked = CONCIERGE_CONTEXT.state.safeParse(decoded.state.context_state);
  return checked.success
    ? { state: checked.data, why: null }
    : { state: CONCIERGE_CONTEXT.empty, why: "the context state does not fit concierge@1" };
}
