import "server-only";
/** A tool call as a record of execution: what ran, with which digest, and how it ended. */
import type { Execution } from "../contracts/plan.ts";
import type { PreparedCall } from "./prepare-call.ts";

type Outcome = "ok" | "failed" | "denied" | "stopped";

export function executionOf(call: PreparedCall, outcome: Outcome): Execution {
  const status = outcome === "stopped" ? "failed" : outcome;
  const observed = status === "ok" && call.decision?.outcome === "would_deny";
  return {
    planStepId: call.planStepId,
    type: "tool",
    target: call.target,
    actualArgsSha256: call.argsSha256,
    status: observed ? "would_deny" : status,
    hopRef: call.hop.ref,
    writes: call.tool?.policy.writes ?? false,
    approved: call.approved,
  };
}
