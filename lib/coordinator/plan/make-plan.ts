import "server-only";
/** The planning call: structured output, asked once more where it does not fit, then the safe choice. */
import type { Agent } from "../../agents/agent.ts";
import { askModel, type Question } from "../../agents/ask-model.ts";
import { settings } from "../../env/settings.ts";
import { makeSegment, type Segment } from "../../prompt/segment.ts";
import { proposalSchema } from "./plan-proposal.ts";
import { type MadePlan, NO_MENTIONS, toPlan } from "./to-plan.ts";

const ATTEMPTS = 2;

export type Planning = Pick<Question, "hopRef" | "figures" | "ports" | "signal"> & {
  runId: string;
  agents: readonly Agent[];
  /** System prompt, the coordinator's context state, the current input. */
  opening: readonly Segment[];
};

/** @returns the plan and what the message mentions; null where the run was stopped meanwhile */
export async function makePlan(planning: Planning): Promise<MadePlan | null> {
  const { agents, ports, hopRef, signal } = planning;
  let segments = planning.opening;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const asked = await askModel({
      ...planning,
      agentId: "coordinator",
      memoryPolicy: "context-state",
      round: attempt,
      segments,
      tools: [],
      options: {
        model: settings().OPENAI_ROUTER_MODEL,
        responseSchema: proposalSchema(agents).wire,
      },
    });
    if (signal.aborted) return null;
    if (!asked.ok) return safeChoice(`The planning call failed: ${asked.reason}.`, attempt);
    const made = toPlan(asked.answer.text, agents, attempt);
    if (made.ok) return made;
    ports.record({ type: "plan.refused", hopRef, reason: made.reason });
    segments = [...planning.opening, mendSegment(planning.runId, asked.answer.text, made.reason)];
  }
  return safeChoice("No answer of the planning call fitted the schema.", ATTEMPTS);
}

function mendSegment(runId: string, text: string, reason: string): Segment {
  return makeSegment({
    kind: "run-scratchpad",
    agentId: "coordinator",
    source: "plan:mend",
    runId,
    messages: mendMessages(text, reason),
  });
}

export function mendMessages(text: string, reason: string): Segment["messages"] {
  const content = `That plan cannot be used: ${reason}. Answer with a plan that fits.`;
  return [
    { role: "assistant", content: text },
    { role: "user", content },
  ];
}

function safeChoice(reason: string, attempts: number): MadePlan {
  const step = {
    id: "s1",
    type: "agent" as const,
    target: "general",
    agentId: "general",
    objective: "Answer the person.",
    expectedArgsSha256: null,
  };
  const plan = { revision: 0, source: "safe-choice" as const, reason, steps: [step], attempts };
  return { plan, mentions: NO_MENTIONS };
}
