/** Test events of runs that follow or leave a plan. */
import "server-only";
import { createHash } from "node:crypto";
import type { LogEventBody } from "../../../contracts/run/log-event.ts";
import type { Execution, Plan, PlanStep } from "../../../contracts/run/plan.ts";

export const shaOf = (text: string) => createHash("sha256").update(text).digest("hex");

export function planStep(
  id: string,
  type: PlanStep["type"],
  target: string,
  more: Partial<PlanStep> = {},
): PlanStep {
  const agentId = type === "agent" ? target : type === "tool" ? "general" : null;
  return {
    id,
    type,
    target,
    agentId,
    objective: `Objective of ${id}`,
    expectedArgsSha256: null,
    ...more,
  };
}

export function planMade(steps: PlanStep[], more: Partial<Plan> = {}): LogEventBody {
  const plan: Plan = {
    revision: 0,
    source: "model",
    reason: "Because.",
    steps,
    attempts: 1,
    ...more,
  };
  return { type: "plan.made", hopRef: "h1", plan };
}

export function hopBegan(
  hopRef: string,
  parentRef: string | null,
  kind: "coordinator" | "agent" | "tool",
  nodeId: string,
): LogEventBody {
  return { type: "hop.started", hopRef, parentRef, kind, nodeId };
}

function hopEnded(hopRef: string, outcome: "ok" | "failed" = "ok"): LogEventBody {
  return { type: "hop.ended", hopRef, outcome, durationMs: 12 };
}

export function ranAs(
  hopRef: string,
  planStepId: string | null,
  type: Execution["type"],
  target: string,
  more: Partial<Execution> = {},
): LogEventBody {
  const execution: Execution = {
    planStepId,
    type,
    target,
    actualArgsSha256: null,
    status: "ok",
    hopRef,
    writes: false,
    approved: false,
    ...more,
  };
  return { type: "execution.recorded", hopRef, execution };
}

/** A plan of one agent and its tool. The tool gets other arguments, and another, writing tool runs, too. */
export const LEFT_ITS_PLAN: readonly LogEventBody[] = [
  hopBegan("h1", null, "coordinator", "coordinator"),
  planMade([
    planStep("s1", "agent", "general"),
    planStep("s1.1", "tool", "python@1", { expectedArgsSha256: shaOf("planned") }),
    planStep("s2", "agent", "users"),
  ]),
  { type: "plan.frozen", hopRef: "h1", revision: 0 },
  hopBegan("h2", "h1", "agent", "general"),
  hopBegan("h3", "h2", "tool", "python"),
  hopEnded("h3"),
  ranAs("h3", "s1.1", "tool", "python@1", { actualArgsSha256: shaOf("real") }),
  hopBegan("h4", "h2", "tool", "send_mail"),
  hopEnded("h4"),
  ranAs("h4", null, "tool", "send_mail@1", { writes: true, actualArgsSha256: shaOf("mail") }),
  hopEnded("h2"),
  ranAs("h2", "s1", "agent", "general"),
  hopEnded("h1"),
];
