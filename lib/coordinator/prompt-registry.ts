/** The prompt texts of this build and its settings, so that the inspector can rebuild what a call was sent. */
import "server-only";
import type { Agent } from "../agents/agent.ts";
import { COORDINATOR_ID } from "../agents/coordinator-state.ts";
import type { AgentRegistry } from "../agents/create-registry.ts";
import { REGISTRY } from "../agents/registry.ts";
import { KEEP_NUMBERS, withSourceNumbers } from "../agents/run-sources.ts";
import {
  instructionsText,
  NUMBERS_SOURCE,
  pictureMessages,
  sharedSegments,
  soFarMessages,
  stepResultText,
} from "../agents/shared-segments.ts";
import { systemPrompts } from "../agents/system-prompt.ts";
import type { CoordinatorContext } from "../context-state/coordinator-context.ts";
import { UNKNOWN } from "../contracts/model/origin.ts";
import type { SegmentKind } from "../contracts/run/prompt-manifest.ts";
import type { StepResult } from "../contracts/run/suspended-plan.ts";
import { datedPrompt } from "../prompt/dated-prompt.ts";
import { MEMORY_POLICIES, type MemoryPolicy } from "../prompt/memory-policies.ts";
import { toSent, WHOSE_WORDS } from "../prompt/whose-words.ts";
import { toModelTools } from "../tools/to-model-tool.ts";
import { COMPOSE_PROMPT, composedResultText, undoneText } from "./execute/compose-answer.ts";
import { loadAgents } from "./load-agents.ts";
import { planningPrompt, repairMessages } from "./plan/ask-for-plan.ts";
import { attachedText, planningInput } from "./plan/plan-turn.ts";
import { PLAN_AGAIN_PROMPTS } from "./plan/revise-plan.ts";

/** A turn's message and files, or a step's objective with the results of earlier steps. */
export type GivenInput = {
  text: string;
  input: { objective: string; results: readonly StepResult[] } | null;
  files: readonly { id: string; name: string; url: string }[];
};

/** Each function is the code that a turn itself uses, so it yields the same bytes. */
export async function registeredPrompts(registry: AgentRegistry = REGISTRY) {
  const { agents } = await loadAgents(registry);
  return {
    registry,
    /** Candidate texts by segment source. Any of them may have been sent. */
    systemPrompts: {
      ...Object.fromEntries(registry.agents.flatMap(listSystemPrompts)),
      [`prompt:${COORDINATOR_ID}@1`]: planningPrompts(agents),
      "prompt:compose@1": [COMPOSE_PROMPT],
      [NUMBERS_SOURCE]: [KEEP_NUMBERS],
      ...PLAN_AGAIN_PROMPTS,
    } as Readonly<Record<string, readonly string[]>>,
    /** By agent. */
    toolSchemas: Object.fromEntries(
      agents.map(({ descriptor, tools }) => [descriptor.id, toModelTools(tools)]),
    ) as Readonly<Record<string, readonly unknown[]>>,
    dated: datedPrompt,
    instructions: instructionsText,
    isData: (kind: SegmentKind) => WHOSE_WORDS[kind] === "data",
    asSent: toSent,
    attached: attachedText,
    allows: (policy: MemoryPolicy, kind: SegmentKind) => MEMORY_POLICIES[policy].has(kind),
    inputs: (given: GivenInput) => listInputs(agents, given),
    stepResults: (result: StepResult) => [composedResultText(result), stepResultText(result.text)],
    sharedMessages: (agentId: string, sharedContext: CoordinatorContext["shared_context"]) =>
      sharedSegments(agentId, sharedContext, UNKNOWN).flatMap(({ messages }) => messages),
    numbered: withSourceNumbers,
    repair: repairMessages,
    soFar: soFarMessages,
    picture: pictureMessages,
    /**
     * `plan:undone`, out of the plan's own `undone`. `plan:step-outcomes@n` is the detail of the note `planned-again`.
     */
    undone: undoneText,
  };
}

/** The planning prompts for all agents, and for all but one that handed its task over. */
function planningPrompts(agents: readonly Agent[]): string[] {
  const others = agents.map((own) => agents.filter((agent) => agent !== own));
  return [agents, ...others].map(planningPrompt);
}

function listSystemPrompts(agent: AgentRegistry["agents"][number]) {
  return Object.entries(systemPrompts(agent)).map(([source, text]) => [source, [text]] as const);
}

/** Every possible current input of the planning call and of each agent. */
function listInputs(agents: readonly Agent[], { text, input, files }: GivenInput): string[] {
  const given = { text, input, attachedUrls: files.map(({ url }) => url) };
  const own = agents.flatMap((agent) => agent.currentInputs(given));
  return [...new Set([...own, planningInput(text, files.length)])];
}
