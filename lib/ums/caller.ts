import "server-only";
/** Who called the service: what its signed envelope says, after the door has checked it. */
import { type AgentState, isVariablesRef } from "../agent-state/agent-state.ts";
import { type Hop, openHop } from "../agents/record-hops.ts";

export type Caller = {
  /** The caller's run; one of our own where it names none. */
  runId: string;
  /** What arrived. */
  state: AgentState;
  /** W3C trace id, for the log. */
  traceId: string;
};

/** How the service calls itself among its own hops. The caller knows it under a name of its own. */
export const SERVICE_REF = "service";

/** The service's own hop: what arrived goes on to its tools. The caller records its begin and end. */
export function serviceHop({ runId, state }: Caller): Hop {
  const envelope = { ...state, nodeId: "ums", runId };
  return openHop(SERVICE_REF, "service", envelope, () => undefined);
}

/** What the plan says this hop is for, where the caller said so. */
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
