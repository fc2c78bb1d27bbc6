import "server-only";
/** What this build and its settings put into prompts, without a turn: for showing, later, what a call was sent. */
import type { Agent } from "../agents/agent.ts";
import { intakeTools } from "../agents/concierge/intake-tools.ts";
import { conciergeSystemPrompt } from "../agents/concierge/system-prompt.ts";
import { currentInput, stepResultText } from "../agents/general/opening.ts";
import { generalSystemPrompt } from "../agents/general/system-prompt.ts";
import { sharedSegments } from "../agents/shared-segments.ts";
import { toContent } from "../agents/users/users-agent.ts";
import { CONCIERGE_CONTEXT } from "../context-state/concierge-context.ts";
import type { CoordinatorContext } from "../context-state/coordinator-context.ts";
import type { SegmentKind } from "../contracts/prompt-manifest.ts";
import type { StepResult } from "../contracts/suspended-plan.ts";
import type { Exchange } from "../hidden-state/chat-message.ts";
import { structuredFacts } from "../hidden-state/exchanges/structured-facts.ts";
import { sanitise } from "../hidden-state/sanitise.ts";
import { MEMORY_POLICIES, type MemoryPolicy } from "../prompt/memory-policies.ts";
import { factsText } from "../prompt/opening-segments.ts";
import { toModelTools } from "../tools/to-model-tool.ts";
import { registeredAgents } from "./agent-registry.ts";
import { COMPOSE_PROMPT, composedResultText, undoneText } from "./execute/compose-answer.ts";
import { describeCoordinator } from "./memory/recall-coordinator.ts";
import { repairMessages } from "./plan/ask-for-plan.ts";
import { planningInput } from "./plan/plan-turn.ts";
import { planningPrompt } from "./plan/planning-prompt.ts";

/** A turn's words and files, or a step's objective with what earlier steps found. */
export type GivenInput = {
  text: string;
  input: { objective: string; results: readonly StepResult[] } | null;
  files: readonly { id: string; name: string; url: string }[];
};

export type OurPrompts = Awaited<ReturnType<typeof registeredPrompts>>;

/** Each function makes the very bytes that the turn's own code makes, because it is the turn's own code. */
export async function registeredPrompts() {
  const { agents } = await registeredAgents();
  const tools = agents.find(({ id }) => id === "general")?.tools ?? [];
  return {
    /** By a segment's source; of several, each can have been sent. */
    systemPrompts: {
      "prompt:general@1": [generalSystemPrompt()],
      "prompt:concierge@1": [conciergeSystemPrompt()],
      "prompt:coordinator@1": planningPrompts(agents),
      "prompt:compose@1": [COMPOSE_PROMPT],
    } as Readonly<Record<string, readonly string[]>>,
    /** By agent. */
    toolSchemas: {
      general: toModelTools(tools),
      concierge: toModelTools(intakeTools(NO_SESSION)),
    } as Readonly<Record<string, readonly unknown[]>>,
    allows: (policy: MemoryPolicy, kind: SegmentKind) => MEMORY_POLICIES[policy].has(kind),
    inputs,
    stepResults: (result: StepResult) => [composedResultText(result), stepResultText(result.text)],
    /** The coordinator's state as its prompt shows it, with and without what is shared. */
    coordinatorStates: (state: CoordinatorContext) => [
      describeCoordinator(state, false),
      describeCoordinator(state, true),
    ],
    sharedMessages: (agentId: string, shared: CoordinatorContext["shared_context"]) =>
      sharedSegments(agentId, shared).flatMap(({ messages }) => messages),
    facts: (exchanges: readonly Exchange[]) => factsText(structuredFacts(exchanges)),
    mend: repairMessages,
    /** `plan:undone`, out of the plan's own `undone`. `plan:step-outcomes@n` is the detail of the note `planned-again`. */
    undone: undoneText,
  };
}

/** With all agents, and without the one that has handed its task over. */
function planningPrompts(agents: readonly Agent[]): string[] {
  const others = agents.map(({ id }) => agents.filter((agent) => agent.id !== id));
  return [agents, ...others].map(planningPrompt);
}

/** Everything that an agent may read as its current input: agents differ in how they name files. */
function inputs({ text, input, files }: GivenInput): string[] {
  const given = { text, input, attachedUrls: files.map(({ url }) => url) };
  const answers = (["approved", "declined"] as const).map((decision) =>
    toContent({
      ...given,
      text: "",
      attachedUrls: [],
      approval: { approvalId: "", decision, resume: null },
    }),
  );
  const words = sanitise(input?.objective ?? text).value;
  const planned = planningInput(
    text,
    files.map(({ name }) => name),
  );
  const service = toContent({ ...given, approval: null });
  return [currentInput(given).content, words, planned, service, ...answers];
}

/** The tools' schemas are the same in every session. */
const NO_SESSION: Parameters<typeof intakeTools>[0] = {
  state: CONCIERGE_CONTEXT.empty,
  deltas: [],
  documents: [],
  isBlocked: false,
  handedOver: null,
  applyDelta: () => ({ outcome: "failed", content: "" }),
  writeBrief: () => ({ outcome: "failed", content: "" }),
  handOver: () => ({ outcome: "failed", content: "" }),
};
