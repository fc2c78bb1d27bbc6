/**
 * Starts the likely agent's first model call in parallel with the planning call and holds its output until the plan
 * exists.
 */
import "server-only";
import type { AgentOutcome } from "../../agents/agent.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import type { Plan, PlanStep } from "../../contracts/run/plan.ts";
import type { RunPorts } from "../../contracts/run/run-work.ts";
import { isMemoryForced, settings } from "../../env/settings.ts";
import { addFigures, type TurnContext } from "../turn-context.ts";
import { linkSteps } from "./link-steps.ts";
import { mayRun, runAgentStep } from "./run-agent-step.ts";

export type Speculation = {
  agentId: string;
  /** Lets the agent continue under this plan. Its outcome counts. */
  use(plan: Plan): Promise<AgentOutcome>;
  /** Aborts the agent and waits for its end. Its calls and tokens still count, as no round of the turn. */
  drop(): Promise<void>;
};

/**
 * @returns null if speculation is off, which it is under strict memory; if a policy would not let the agent run; or if
 *   the agent's first action is more than a model call
 */
export function startLikelyAgent(context: TurnContext, agentId: string): Speculation | null {
  const { PLAN_SPECULATE } = settings();
  const agent = context.agents.find(({ descriptor }) => descriptor.id === agentId);
  if (!agent?.maySpeculate || !PLAN_SPECULATE || isMemoryForced()) return null;
  if (!mayRun(context, agentId, null)) return null;
  const gate: SpeculationGate = holdBack(context.ports);
  let plan: Plan | null = null;
  const step = (): PlanStep | null => plan?.steps[0] ?? null;
  let links = linkSteps(null, null);
  const outcome = runAgentStep(context, {
    agent,
    step,
    ports: gate.ports,
    mayAct: gate.wait,
    links: { link: (tool) => links.link(tool), recordEnd: (id, ok) => links.recordEnd(id, ok) },
  });
  // `use` and `drop` handle a failure. Until then an unhandled rejection would end the process.
  outcome.catch(() => undefined);
  return {
    agentId,
    use(standing) {
      plan = standing;
      links = linkSteps(standing, step());
      gate.open();
      return outcome;
    },
    async drop() {
      gate.drop();
      const dropped = await outcome.catch(() => null);
      if (dropped) addFigures(context.figures, { ...dropped.figures, rounds: 0 });
    },
  };
}

/**
 * Holds back an agent that started before the plan: nothing is shown and no tool runs until the plan exists.
 */
type SpeculationGate = {
  /** The ports of the waiting agent, in place of the run's own. */
  readonly ports: RunPorts;
  /** Resolves true when the plan agrees, false when the work is dropped. */
  wait(): Promise<boolean>;
  /** Releases the held output and lets later output through. */
  open(): void;
  /** Aborts the agent's work. Its text is never shown. */
  drop(): void;
};

function holdBack(ports: RunPorts): SpeculationGate {
  const dropped = new AbortController();
  const decided = Promise.withResolvers<boolean>();
  let held: string | null = "";
  const unsaved: LogEventBody[] = [];
  return {
    ports: {
      ...ports,
      signal: AbortSignal.any([ports.signal, dropped.signal]),
      appendEvent: (body) => {
        // Dropped work stores no state, so no event may say that it did.
        if (held !== null && body.type === "state.saved") unsaved.push(body);
        else ports.appendEvent(dropped.signal.aborted ? asDiscarded(body) : body);
      },
      emitStatus: (status, position) => {
        if (held === null) ports.emitStatus(status, position);
      },
      emitText: (text) => {
        if (held === null) ports.emitText(text);
        else held += text;
      },
      answer: () => (held === null ? ports.answer() : (ports.glass?.pass(held) ?? held)),
    },
    wait: () => decided.promise,
    open() {
      const text = held ?? "";
      held = null;
      if (text !== "") ports.emitText(text);
      for (const body of unsaved) ports.appendEvent(body);
      decided.resolve(true);
    },
    drop() {
      dropped.abort();
      decided.resolve(false);
    },
  };
}

/** The person stopped nothing: the plan chose another agent. */
function asDiscarded(body: LogEventBody): LogEventBody {
  const wasCut = body.type === "model.answered" && body.outcome === "stopped";
  return wasCut ? { ...body, outcome: "discarded" } : body;
}
