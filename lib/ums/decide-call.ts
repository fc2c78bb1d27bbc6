import "server-only";
/** Asks the policies about one of the service's own tool calls, and records what they say. */
import type { GovernedCall } from "../agents/loop-types.ts";
import type { HopDecision } from "../contracts/hop-decision.ts";
import type { RunPorts } from "../contracts/run-work.ts";
import { actionId } from "../governance/policy-schema.ts";
import { type Caller, purposeOf } from "./caller.ts";
import type { UmsPorts } from "./ums-turn.ts";

const PRINCIPAL = "ums";

export function decideCall(
  caller: Caller,
  { decide }: UmsPorts,
  { appendEvent }: Pick<RunPorts, "appendEvent">,
  { tool, hop, approved }: GovernedCall,
): HopDecision {
  const { writes, riskTags } = tool.policy;
  const action = { kind: "tool" as const, name: tool.name };
  const decision = decide({
    principal: PRINCIPAL,
    action,
    context: { ...purposeOf(caller), riskTags, egressDomain: null, writes, approved },
  });
  const said = { hopRef: hop.ref, principal: PRINCIPAL, action: actionId(action), decision };
  appendEvent({ type: "policy.decided", ...said });
  return decision;
}
