/** Resumes a suspended plan in the turn that brings the person's decision. */
import "server-only";
import { withoutQuotes } from "../../context-state/quotes-turn.ts";
import { describeIssue } from "../../contracts/describe-issue.ts";
import type { ApprovalDecision } from "../../contracts/run/hop-decision.ts";
import type { Plan, PlanStep } from "../../contracts/run/plan.ts";
import type { RunPorts } from "../../contracts/run/run-work.ts";
import { type StepOutcome, SuspendedPlan } from "../../contracts/run/suspended-plan.ts";
import type { CreatedTurn } from "../../db/turns/created-turn.ts";
import { OBJECTIVE_MAX_CHARS } from "../limits.ts";
import { COMPOSE } from "./to-plan.ts";

export type ResumedPlan = {
  suspended: SuspendedPlan;
  /** The step that asked. */
  asking: PlanStep;
  decision: ApprovalDecision["decision"];
  /** The step's result in an earlier attempt at this turn. If set, the step does not run again. */
  askingResult: string | null;
};

/** @returns null if no plan was suspended or it is unreadable; then only the decision takes effect */
export function resumePlan(
  { approval, said }: CreatedTurn,
  { appendEvent }: Pick<RunPorts, "appendEvent">,
): ResumedPlan | null {
  if (!approval?.suspendedPlan) return null;
  const read = SuspendedPlan.safeParse(approval.suspendedPlan);
  const asking = read.data && withoutQuotes(read.data.steps[0], said);
  if (!read.success || asking?.target !== approval.agentId) {
    const issue = read.error?.issues[0];
    const detail = issue ? describeIssue(issue, "plan") : "another agent asked";
    appendEvent({ type: "run.noted", code: "suspended-plan-unreadable", detail });
    return null;
  }
  const suspended = withoutQuotes(read.data, said);
  const { fromRunId, results, files } = suspended;
  // If the log has the call's result, its agent answers from it, so that it enters the agent's memory.
  const answered = withoutQuotes(approval.answered ?? null, said);
  const askingResult = approval.ran?.result == null ? answered : null;
  const known = askingResult === null ? [] : [resultOf(asking, askingResult)];
  const detail = JSON.stringify({ fromRunId, results: [...results, ...known], files });
  appendEvent({ type: "run.noted", code: "plan-resumed", detail });
  return { suspended, asking, decision: approval.decision, askingResult };
}

/** The steps of the resuming run. A declined call has none. */
export function resumedSteps({
  suspended,
  asking,
  decision,
  askingResult,
}: ResumedPlan): PlanStep[] {
  const isBelow = ({ id }: PlanStep) => id.startsWith(`${asking.id}.`);
  const rest = suspended.steps.filter((step) => step.id !== asking.id && !isBelow(step));
  const open = decision === "approved" ? suspended.steps.filter(isBelow) : [];
  const own = askingResult === null ? [askingStep(asking, decision), ...open] : [];
  return rest.length > 0 || askingResult !== null ? [...own, ...rest, COMPOSE] : own;
}

/** Rewords a declined step, so that the plan does not read as if it had run. */
function askingStep(asking: PlanStep, decision: ResumedPlan["decision"]): PlanStep {
  if (decision === "approved") return asking;
  const objective = `The person declined: ${asking.objective}`.slice(0, OBJECTIVE_MAX_CHARS);
  return { ...asking, objective };
}

function resultOf({ id, target }: PlanStep, text: string) {
  return { stepId: id, agentId: target, text };
}

/** A declined step counts as denied, so that the steps that depend on it are replanned. */
export function declinedStep({ asking, decision }: ResumedPlan): StepOutcome | null {
  if (decision !== "declined") return null;
  const { id, target: agent, objective } = asking;
  return { id, agent, objective, status: "denied", reason: DECLINED };
}

export const DECLINED = "declined by the person";

export function composes({ steps }: Pick<Plan, "steps">): boolean {
  return steps.some(({ id }) => id === COMPOSE.id);
}

/** The person's decision, for the step that asked. Null for every other step. */
export function approvalDecisionFor(
  { approval }: CreatedTurn,
  resumedPlan: ResumedPlan | null,
  step: PlanStep,
  isFirst: boolean,
): ApprovalDecision | null {
  if (!approval || approval.agentId !== step.target) return null;
  const isAsking = resumedPlan
    ? resumedPlan.askingResult === null && resumedPlan.asking.id === step.id
    : isFirst;
  if (!isAsking) return null;
  const { approvalId, decision, resume, changed, ran } = approval;
  return { approvalId, decision, resume, changed, ran };
}

/** The turn for the resumed steps, with the files of the message that was planned for. */
export function withSuspendedFiles(turn: CreatedTurn, { suspended }: ResumedPlan): CreatedTurn {
  const fileIds = new Set(suspended.files.map(({ id }) => id));
  const files = turn.files.map((file) => ({
    ...file,
    current: file.current || fileIds.has(file.id),
  }));
  return { ...turn, files };
}
