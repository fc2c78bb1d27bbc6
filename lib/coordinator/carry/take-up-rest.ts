import "server-only";
/** The rest of a plan that waited for the person's word, as the turn that brings the word takes it up. */
import { CarriedCourse, type Happened } from "../../contracts/carried-course.ts";
import type { ApprovalDecision } from "../../contracts/hop-decision.ts";
import type { Plan, PlanStep } from "../../contracts/plan.ts";
import type { BegunTurn } from "../../db/begun-turn.ts";
import { COMPOSE } from "../plan/to-plan.ts";
import type { TurnScene } from "../turn-scene.ts";

const OBJECTIVE_MAX_CHARS = 600;

export type TakenUp = {
  course: CarriedCourse;
  /** The step that asked. */
  asking: PlanStep;
  decision: ApprovalDecision["decision"];
  /** What it came to in an earlier try of this turn: then it is not taken again. */
  answered: string | null;
};

/** @returns null where nothing was carried over, or it cannot be read: then the word alone is taken */
export function takeUpRest({ turn, ports }: Pick<TurnScene, "turn" | "ports">): TakenUp | null {
  const { approval } = turn;
  if (!approval?.course) return null;
  const read = CarriedCourse.safeParse(approval.course);
  const [asking] = read.data?.steps ?? [];
  if (!read.success || asking?.target !== approval.agentId) {
    const issue = read.error?.issues[0];
    const detail = issue ? `${issue.path.join(".")}: ${issue.message}` : "another agent asked";
    ports.record({ type: "run.noted", code: "carried-plan-unreadable", detail });
    return null;
  }
  const { fromRunId, results, files } = read.data;
  // A call whose result is in the log is answered for by its agent, which is to remember it.
  const answered = approval.ran?.result == null ? (approval.answered ?? null) : null;
  const known = answered === null ? [] : [resultOf(asking, answered)];
  const detail = JSON.stringify({ fromRunId, results: [...results, ...known], files });
  ports.record({ type: "run.noted", code: "plan-taken-up", detail });
  return { course: read.data, asking, decision: approval.decision, answered };
}

/** The steps of the run that brings the word; of a call that is not to run, none. */
export function stepsTakenUp({ course, asking, decision, answered }: TakenUp): PlanStep[] {
  const isBelow = ({ id }: PlanStep) => id.startsWith(`${asking.id}.`);
  const rest = course.steps.filter((step) => step.id !== asking.id && !isBelow(step));
  const open = decision === "approved" ? course.steps.filter(isBelow) : [];
  const own = answered === null ? [toTake(asking, decision), ...open] : [];
  return rest.length > 0 || answered !== null ? [...own, ...rest, COMPOSE] : own;
}

/** After a no the agent is told, and nothing else: the plan must not read as if it had been done. */
function toTake(asking: PlanStep, decision: TakenUp["decision"]): PlanStep {
  if (decision === "approved") return asking;
  const objective = `The person declined: ${asking.objective}`.slice(0, OBJECTIVE_MAX_CHARS);
  return { ...asking, objective };
}

function resultOf({ id, target }: PlanStep, text: string) {
  return { stepId: id, agentId: target, text };
}

/** What the person decided against counts as denied: what hangs on it is planned again. */
export function declinedStep({ asking, decision }: TakenUp): Happened | null {
  if (decision !== "declined") return null;
  const { id, target: agent, objective } = asking;
  return { id, agent, objective, status: "denied", reason: DECLINED };
}

export const DECLINED = "declined by the person";

export function composes({ steps }: Pick<Plan, "steps">): boolean {
  return steps.some(({ id }) => id === COMPOSE.id);
}

/** The person's word is for the step that asked for it, and for no other. */
export function wordFor(
  { turn, takenUp }: Pick<TurnScene, "turn" | "takenUp">,
  step: PlanStep,
  isFirst: boolean,
): ApprovalDecision | null {
  const { approval } = turn;
  if (!approval || approval.agentId !== step.target) return null;
  const isAsking = takenUp ? takenUp.answered === null && takenUp.asking.id === step.id : isFirst;
  if (!isAsking) return null;
  const { approvalId, decision, resume, ran } = approval;
  return { approvalId, decision, resume, ran };
}

/** The turn as a step behind the question has it: with the files of the message that was planned for. */
export function withCarriedFiles(turn: BegunTurn, { course }: TakenUp): BegunTurn {
  const carried = new Set(course.files.map(({ id }) => id));
  const files = turn.files.map((file) => ({
    ...file,
    current: file.current || carried.has(file.id),
  }));
  return { ...turn, files };
}
