/** The authorised caller of the service, from its signed envelope. */
import "server-only";
import type { AgentState } from "../../agent-state/agent-state.ts";
import { type Hop, openHop } from "../../agents/record-hops.ts";
import { envelopeFacts } from "../../governance/envelope-facts.ts";

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
  const hop = openHop(SERVICE_REF, "service", envelope, () => undefined);
  const { planStep } = envelopeFacts(state);
  hop.enrich({ service: "ums", ...(planStep === null ? {} : { plan_step_id: planStep }) });
  return hop;
}
