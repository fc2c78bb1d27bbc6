/** Makes the planning call with structured output, and repeats it once if the answer does not fit. */
import "server-only";
import type { Agent } from "../../agents/agent.ts";
import { COORDINATOR_ID } from "../../agents/coordinator-state.ts";
import { askModel, type Question } from "../../agents/loop/ask-model.ts";
import { madeFrom } from "../../contracts/model/origin.ts";
import type { PlanStep } from "../../contracts/run/plan.ts";
import { settings } from "../../env/settings.ts";
import { hasStarted } from "../../prompt/prompt-model.ts";
import { makeSegment, originsOf, type Segment } from "../../prompt/segment.ts";
import type { MessageIn } from "../../prompt/whose-words.ts";
import { DROPPED_KEYS_MAX_CHARS, PLAN_ATTEMPTS_MAX } from "../limits.ts";
import type { PlanProposal, ProposalSchema } from "./plan-proposal.ts";
import { readProposal } from "./to-plan.ts";

const RULES = `You plan one turn of a chat. Decide which agent answers the person's message, and in how many steps.

- Most messages need one step. Use several only where the message asks for things that different agents must do, in order.
- A short follow-up ("and delete the second one", "now for 20") belongs to the agent that is active or that awaits an answer, as the context state says.
- Name the tool calls of a step where you can tell them; give their arguments as JSON where you know them exactly.`;

export type Planning = Pick<Question, "hopRef" | "figures" | "ports" | "signal"> & {
  runId: string;
  agents: readonly Agent[];
  schema: ProposalSchema;
  /** System prompt, the coordinator's context state, the current input, and the outcomes so far. */
  opening: readonly Segment[];
  /** Number of the first step. */
  first?: number;
  /** Ids of steps whose results there are already. */
  done?: readonly string[];
};

export type PlanAnswer =
  | { kind: "proposed"; proposal: PlanProposal; steps: PlanStep[]; attempts: number }
  | { kind: "stopped" }
  | { kind: "none"; reason: string; attempts: number };

export async function askForPlan(planning: Planning): Promise<PlanAnswer> {
  const { agents, schema, ports, hopRef, signal, first, done, figures } = planning;
  const limitMs = planLimitMs();
  const limit = ports.clock.limit(limitMs);
  let segments = planning.opening;
  for (let attempt = 1; attempt <= PLAN_ATTEMPTS_MAX; attempt += 1) {
    const asked = await askModel({
      ...planning,
      agentId: COORDINATOR_ID,
      memoryPolicy: "context-state",
      round: figures.modelCalls + 1,
      segments,
      tools: [],
      signal: AbortSignal.any([signal, limit]),
      limit,
      options: { responseSchema: schema.wire },
    });
    if (signal.aborted) return { kind: "stopped" };
    if (limit.aborted && !asked.ok)
      return {
        kind: "none",
        reason: `Planning took longer than ${limitMs / 1_000} s (PLAN_MAX_MS).`,
        attempts: attempt,
      };
    if (!asked.ok)
      return {
        kind: "none",
        reason: `The planning call failed: ${asked.reason}.`,
        attempts: attempt,
      };
    const { text } = asked.answer;
    const read = readProposal(text, { schema, agents, first, done });
    if (read.ok && read.dropped.length > 0) {
      const detail = read.dropped.join(", ").slice(0, DROPPED_KEYS_MAX_CHARS);
      ports.appendEvent({ type: "run.noted", code: "plan-keys-dropped", detail });
    }
    if (read.ok && read.repaired.length > 0) {
      const detail = read.repaired.join(", ");
      ports.appendEvent({ type: "run.noted", code: "plan-repaired", detail });
    }
    if (read.ok)
      return { kind: "proposed", proposal: read.proposal, steps: read.steps, attempts: attempt };
    const { reason } = read;
    ports.appendEvent({ type: "plan.refused", hopRef, reason });
    segments = [...planning.opening, mendSegment(planning, text, reason)];
  }
  const reason = "No answer of the planning call fitted the schema.";
  return { kind: "none", reason, attempts: PLAN_ATTEMPTS_MAX };
}

/** A model that has to be loaded first may take as long as its first token may. */
function planLimitMs(): number {
  const { PLAN_MAX_MS, MODEL_FIRST_TOKEN_TIMEOUT_MS } = settings();
  return hasStarted(COORDINATOR_ID)
    ? PLAN_MAX_MS
    : Math.max(PLAN_MAX_MS, MODEL_FIRST_TOKEN_TIMEOUT_MS);
}

function mendSegment({ runId, opening }: Planning, text: string, reason: string): Segment {
  return makeSegment({
    kind: "run-scratchpad",
    agentId: COORDINATOR_ID,
    source: "plan:repair",
    runId,
    origin: [madeFrom("model", originsOf(opening)), "deployment"],
    messages: repairMessages(text, reason),
  });
}

export function repairMessages(text: string, reason: string): MessageIn<"run-scratchpad">[] {
  const content = `That plan cannot be used: ${reason}. Answer with a plan that fits.`;
  return [
    { role: "assistant", content: text },
    { role: "user", content },
  ];
}

/**
 * The coordinator's system prompt for planning: the available agents and the rules.
 * @param agents the agents that the plan may name; the fallback, or else the first, gets messages that fit no other
 */
export function planningPrompt(agents: readonly Agent[]): string {
  const fallback = agents.find(({ descriptor }) => descriptor.isFallback) ?? agents[0];
  const last = `- Where no agent fits better, choose "${fallback?.descriptor.id}".`;
  return `${RULES}\n${last}\n\n## Agents\n${agents.map(describeAgent).join("\n")}`;
}

function describeAgent({ descriptor, plannable }: Agent): string {
  const { id, name, description, memory, examples } = descriptor;
  const tools = plannable.map((tool) => tool.name).join(", ") || "none";
  return `- ${id}: ${name}. ${description} Memory: ${memory}. Tools: ${tools}.
  Examples: ${examples.join(" | ")}`;
}
