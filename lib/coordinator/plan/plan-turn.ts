/**
 * Plans a turn: by the model; if the turn is a decision on a pending question, from the suspended plan; if it continues
 * an answer, for the one who wrote it.
 */
import "server-only";
import type { Agent } from "../../agents/agent.ts";
import { COORDINATOR_ID } from "../../agents/coordinator-state.ts";
import { joinOrigins } from "../../contracts/model/origin.ts";
import { originOfText } from "../../contracts/public/person/pasted-parts.ts";
import type { Plan, PlanStep } from "../../contracts/run/plan.ts";
import type { ContinuedAnswer, TurnApproval } from "../../db/turns/created-turn.ts";
import { wordsOrFilesAlone } from "../../hidden-state/attachments-to-text.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { datedPrompt } from "../../prompt/dated-prompt.ts";
import { plansTurns } from "../../prompt/prompt-model.ts";
import { makeSegment, type Segment } from "../../prompt/segment.ts";
import type { TurnContext } from "../turn-context.ts";
import { planningPrompt } from "./ask-for-plan.ts";
import type { CoordinatorMemory } from "./coordinator-memory.ts";
import { makePlan, withoutPlanning } from "./make-plan.ts";
import { type ResumedPlan, resumedSteps } from "./resume-plan.ts";
import { COMPOSE, NO_MENTIONS, type PlannedTurn } from "./to-plan.ts";

/** Records the plan. @returns null if the run was stopped meanwhile */
export async function planTurn(
  context: TurnContext,
  memory: CoordinatorMemory,
): Promise<PlannedTurn | null> {
  const { turn, agents, hop, ports, figures } = context;
  const known = turn.continued
    ? planOfRest(turn.continued, context)
    : turn.approval && planOfApproval(turn.approval, context.resumedPlan);
  const planned =
    known ??
    (isPlanned(context) ? null : withoutPlanning(lastAgent(context, memory))) ??
    (await makePlan({
      runId: turn.runId,
      agents,
      nextAgentId: chooseNextAgent(turn.text, agents, memory.likelyAgentId),
      hopRef: hop.ref,
      figures,
      ports,
      signal: ports.signal,
      opening: openingSegments(context, memory),
    }));
  if (planned) ports.appendEvent({ type: "plan.made", hopRef: hop.ref, plan: planned.plan });
  return planned;
}

/** Whether the model plans the turn. */
export function isPlanned({ ports }: Pick<TurnContext, "ports">): boolean {
  return plansTurns(COORDINATOR_ID, ports.chosenModel);
}

/** The agent of the last turn; if one has asked and waits, it is that one. Else the general one. */
function lastAgent(
  { agents, registry }: TurnContext,
  { likelyAgentId }: CoordinatorMemory,
): string {
  const isHere = agents.some(({ descriptor }) => descriptor.id === likelyAgentId);
  return isHere ? likelyAgentId : registry.fallback.id;
}

/** The agent that gets the whole turn; null if several share it. */
export function isForOneAgent(plan: Plan): string | null {
  const steps = plan.steps.filter(({ type }) => type === "agent");
  return steps.length === 1 ? (steps[0]?.target ?? null) : null;
}

/** How the plan is carried out, for the envelope: counts and names of kinds, no words. */
export function toWorkflow({ steps, revision, source }: Plan) {
  const agents = steps.filter(({ type }) => type === "agent").length;
  return {
    version: 1,
    mode: agents === 1 ? "one-agent" : "in-turn",
    agents,
    revision,
    planned_by: source,
  };
}

/** The plan of a turn that decides an approval: the asked step and the suspended rest, with their old ids. */
function planOfApproval(
  { agentId, decision }: TurnApproval,
  resumedPlan: ResumedPlan | null,
): PlannedTurn {
  const objective = `The person ${decision} what was asked.`;
  const reason = resumedPlan ? `${objective} The rest of the plan goes on from there.` : objective;
  const steps = resumedPlan ? resumedSteps(resumedPlan) : [onlyStep(agentId, objective)];
  const plan = { revision: 0, source: "person" as const, reason, steps, attempts: 0 };
  return { plan, mentions: NO_MENTIONS };
}

/** The plan for the rest of an answer: the agent that wrote it goes on, or the coordinator out of the same results. */
function planOfRest(
  { agentId, results }: ContinuedAnswer,
  { registry }: Pick<TurnContext, "registry">,
): PlannedTurn {
  const target = registry.agents.some(({ id }) => id === agentId) ? agentId : registry.fallback.id;
  const objective = "Write the rest of the answer.";
  const steps = results.length > 0 ? [COMPOSE] : [onlyStep(target, objective)];
  const reason = "The person asked for the rest of an answer that was not whole.";
  const plan = { revision: 0, source: "person" as const, reason, steps, attempts: 0 };
  return { plan, mentions: NO_MENTIONS };
}

/** The step of a plan that gives the whole turn to one agent. */
function onlyStep(agentId: string, objective: string): PlanStep {
  return {
    id: "s1",
    type: "agent",
    target: agentId,
    agentId,
    objective,
    expectedArgsSha256: null,
  };
}

/** The opening segments of every planning call of a turn. Never a transcript. */
export function openingSegments(
  { turn, agents }: Pick<TurnContext, "turn" | "agents">,
  memory: CoordinatorMemory,
): Segment[] {
  const attached = turn.files.filter(({ current }) => current).map(({ name }) => name);
  const agentId = COORDINATOR_ID;
  const { runId, userMessageId } = turn;
  return [
    makeSegment({
      kind: "system-prompt",
      agentId,
      source: "prompt:coordinator@1",
      runId: null,
      origin: "deployment",
      messages: [{ role: "system", content: datedPrompt(planningPrompt(agents), runId) }],
    }),
    makeSegment({
      kind: "context-state",
      agentId,
      source: `state:coordinator@${memory.version}`,
      runId: null,
      origin: joinOrigins(memory.origins),
      messages: [{ role: "user", content: memory.text }],
    }),
    ...attachedSegments(runId, attached),
    makeSegment({
      kind: "current-input",
      agentId,
      source: `message:${userMessageId}`,
      runId,
      origin: originOfText(turn.pasted),
      messages: [{ role: "user", content: planningInput(turn.text, attached.length) }],
    }),
  ];
}

/** The names of the files that came with the message: whoever named them did not write it. */
function attachedSegments(runId: string, names: readonly string[]): Segment[] {
  if (names.length === 0) return [];
  return [
    makeSegment({
      kind: "attachment-reference",
      agentId: COORDINATOR_ID,
      source: "message:files",
      runId,
      origin: "person-file",
      messages: [{ role: "user", content: attachedText(names) }],
    }),
  ];
}

export function attachedText(names: readonly string[]): string {
  return `Attached to the message: ${JSON.stringify(names)}`;
}

/** The person's message without secrets. */
export function planningInput(text: string, attachedCount: number): string {
  return sanitise(wordsOrFilesAlone(text, attachedCount)).value;
}

type Named = { descriptor: Pick<Agent["descriptor"], "id" | "name"> };

/**
 * The agent of a turn that nobody could plan: the one that the words name, else the one that was active. Pure.
 * @param activeId the agent of the turn before, or the fallback
 * @returns the only agent whose id or name stands in the text, else the active one
 */
export function chooseNextAgent(text: string, agents: readonly Named[], activeId: string): string {
  const named = agents.filter(({ descriptor: { id, name } }) => hasWord(text, id, name));
  const [only, ...others] = named;
  return only && others.length === 0 ? only.descriptor.id : activeId;
}

/** As whole words, in the singular or the plural. */
function hasWord(text: string, ...words: readonly string[]): boolean {
  return words.some((word) => {
    const stem = RegExp.escape(word.replace(/s$/i, ""));
    return new RegExp(`(?<![\\p{L}\\p{N}])${stem}s?(?![\\p{L}\\p{N}])`, "iu").test(text);
  });
}
