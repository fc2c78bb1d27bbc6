import "server-only";
/** The plan of a turn: the model's, or the person's own where the turn is their word on a pending question. */
import { COORDINATOR_ID } from "../../agents/coordinator-state.ts";
import type { Plan } from "../../contracts/run/plan.ts";
import type { TurnApproval } from "../../db/turns/created-turn.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { makeSegment, type Segment } from "../../prompt/segment.ts";
import type { CoordinatorMemory } from "../memory/recall-coordinator.ts";
import { type ResumedPlan, resumedSteps } from "../suspend/resume-plan.ts";
import type { TurnContext } from "../turn-context.ts";
import { makePlan } from "./make-plan.ts";
import { planningPrompt } from "./planning-prompt.ts";
import { NO_MENTIONS, type PlannedTurn } from "./to-plan.ts";

/** @returns the plan, recorded; null where the run was stopped meanwhile */
export async function planTurn(
  context: TurnContext,
  memory: CoordinatorMemory,
): Promise<PlannedTurn | null> {
  const { turn, registry, agents, hop, ports, figures } = context;
  const planned = turn.approval
    ? planOfApproval(turn.approval, context.resumedPlan)
    : await makePlan({
        runId: turn.runId,
        agents,
        fallbackId: registry.fallback.id,
        hopRef: hop.ref,
        figures,
        ports,
        signal: ports.signal,
        opening: openingSegments(context, memory),
      });
  if (planned) ports.appendEvent({ type: "plan.made", hopRef: hop.ref, plan: planned.plan });
  return planned;
}

/** The agent that has the whole turn; null where several share it. */
export function isForOneAgent(plan: Plan): string | null {
  const steps = plan.steps.filter(({ type }) => type === "agent");
  return steps.length === 1 ? (steps[0]?.target ?? null) : null;
}

/** The call that was asked about, and what waited behind it, under the ids that it had. */
function planOfApproval(
  { agentId, decision }: TurnApproval,
  resumedPlan: ResumedPlan | null,
): PlannedTurn {
  const objective = `The person ${decision} what was asked.`;
  const reason = resumedPlan ? `${objective} The rest of the plan goes on from there.` : objective;
  const step = { id: "s1", type: "agent" as const, target: agentId, agentId, objective };
  const steps = resumedPlan ? resumedSteps(resumedPlan) : [{ ...step, expectedArgsSha256: null }];
  const plan = { revision: 0, source: "person" as const, reason, steps, attempts: 0 };
  return { plan, mentions: NO_MENTIONS };
}

/** What every planning call of a turn begins with. Never a transcript. */
export function openingSegments(
  { turn, agents }: Pick<TurnContext, "turn" | "agents">,
  memory: CoordinatorMemory,
): Segment[] {
  const attached = turn.files.filter(({ current }) => current).map(({ name }) => name);
  const segment = (
    kind: "system-prompt" | "context-state" | "current-input",
    source: string,
    role: "system" | "user",
    content: string,
  ) => {
    const runId = kind === "current-input" ? turn.runId : null;
    return makeSegment({
      kind,
      agentId: COORDINATOR_ID,
      source,
      runId,
      messages: [{ role, content }],
    });
  };
  return [
    segment("system-prompt", "prompt:coordinator@1", "system", planningPrompt(agents)),
    segment("context-state", `state:coordinator@${memory.version}`, "system", memory.text),
    segment(
      "current-input",
      `message:${turn.userMessageId}`,
      "user",
      planningInput(turn.text, attached),
    ),
  ];
}

/** The person's words with secrets out, and the names of what is attached to them. */
export function planningInput(text: string, attachedNames: readonly string[]): string {
  const files = attachedNames.length > 0 ? `\n\nAttached: ${attachedNames.join(", ")}` : "";
  return sanitise(text).value + files;
}
