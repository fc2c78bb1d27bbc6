import "server-only";
/** The authorised caller of the service, from its signed envelope. */
import { type AgentState, isVariablesRef } from "../../agent-state/agent-state.ts";
import { type Hop, openHop } from "../../agents/record-hops.ts";

export type Caller = {
  /** The caller's run; a new id where it names none. */
  runId: string;
  /** The envelope as it arrived. */
  state: AgentState;
  /** W3C trace id, for the log. */
  traceId: string;
};

/** The service's reference among its own hops. The caller has its own reference for it. */
export const SERVICE_REF = "service";

/** The service's own hop, which passes the envelope on to its tools. The caller records its start and end. */
export function serviceHop({ runId, state }: Caller): Hop {
  const envelope = { ...state, nodeId: "ums", runId };
  return openHop(SERVICE_REF, "service", envelope, () => undefined);
}

/** The objective and the plan step of this hop, where the caller sent them. */
export function purposeOf({ state }: Caller): {
  objective: string | null;
  planStep: string | null;
} {
  const variables = isVariablesRef(state.variables) ? undefined : state.variables;
  const { objective, plan_step_id: planStep } = { ...variables?.ORCHESTRATOR, ...variables?.AGENT };
  return {
    objective: typeof objective === "string" ? objective : null,
    planStep: typeof planStep === "string" ? planStep : null,
  };
}
