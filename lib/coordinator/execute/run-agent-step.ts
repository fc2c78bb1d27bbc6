/** Runs one agent as a hop below the coordinator, under the policies and the plan. */
import "server-only";
import type { Agent, AgentOutcome, AgentTask } from "../../agents/agent.ts";
import { recordedOrigins } from "../../agents/foreign/record-origins.ts";
import type { LoopEnd } from "../../agents/loop/loop-types.ts";
import { type Gateway, openGateway } from "../../agents/loop/open-gateway.ts";
import { recordExecution } from "../../agents/record-execution.ts";
import type { Hop } from "../../agents/record-hops.ts";
import type { Governance, GovernedCall, StepLinks } from "../../agents/task-parts.ts";
import { placeOf } from "../../contracts/describe-issue.ts";
import type { ApprovalDecision, HopDecision } from "../../contracts/run/hop-decision.ts";
import type { Execution, PlanStep } from "../../contracts/run/plan.ts";
import { noFigures, type RunPorts } from "../../contracts/run/run-work.ts";
import { arePoliciesFresh, readyPolicies } from "../../db/policies/load-policies.ts";
import { AgentExecution } from "../../deviation/payload-schemas.ts";
import { settings } from "../../env/settings.ts";
import { decideHop } from "../../governance/decide-hop.ts";
import { actionId } from "../../governance/policy-entities.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { withSuspendedFiles } from "../plan/resume-plan.ts";
import { toAgentTask } from "../to-agent-task.ts";
import type { TurnContext } from "../turn-context.ts";
import { earlierExecution, factsAt, stepAdditions } from "./link-steps.ts";
import { originOfHop, plannedFrom } from "./origin-of-hop.ts";

export type AgentStep = {
  agent: Agent;
  /** Null while planning is in progress. */
  step: () => PlanStep | null;
  /** Ports that replace the run's own, e.g. while output is held back. */
  ports: RunPorts;
  /** Input that replaces the person's message: a step's objective and earlier results. */
  input?: AgentTask["given"]["input"];
  /** True if later steps read the agent's text and the person does not. */
  isPart?: boolean;
  /** The person's decision on this step's earlier question. */
  approval?: ApprovalDecision | null;
  /** Outcomes of agents earlier in this turn. */
  earlier?: readonly AgentOutcome[];
  /** Set where the agent begins before the plan: resolves true if the plan agrees. */
  mayAct?: () => Promise<boolean>;
  links?: StepLinks;
};

/** @returns the agent's outcome; a denied call of the agent is a failed outcome and is recorded */
export async function runAgentStep(context: TurnContext, given: AgentStep): Promise<AgentOutcome> {
  const { agent, ports, step } = given;
  const agentId = agent.descriptor.id;
  const hop = context.hops.start({
    kind: "agent",
    nodeId: agentId,
    parent: context.hop,
    additions: { ...stepAdditions(step()), ...earlierExecution(context), status: "running" },
  });
  const mayAct = nameStepOnceKnown(given, hop);
  // An agent that begins before the plan keeps its place among the events, unless it must wait.
  if (!arePoliciesFresh()) await readyPolicies();
  const denied = governAgent(context, agent, hop);
  if (denied) {
    const isPlanned = (await mayAct?.()) ?? true;
    if (isPlanned) recordStep(context, step(), hop, "denied");
    hop.end("denied");
    return denied;
  }
  const { turn, resumedPlan, hops, replacedRunId, sharedContext, sharedOrigin, sources } = context;
  const { input = null, approval = null, earlier = [] } = given;
  const own = resumedPlan && !approval ? withSuspendedFiles(turn, resumedPlan) : turn;
  const toolCallsBefore = context.recorded.filter(({ body }) => body.type === "tool.called").length;
  const origins = { objective: plannedFrom(context), shared: sharedOrigin };
  const asked = {
    input,
    approval,
    sharedContext,
    origins,
    replacedRunId,
    earlier,
    toolCallsBefore,
  };
  const governance: Governance = {
    gateway: openStepGateway(context, ports),
    govern: (call) => decideCall(context, agentId, ports, call),
    ready: readyPolicies,
    mayAct,
    steps: given.links,
  };
  const work = { trace: { hop, hops }, sources, ports, governance };
  const outcome = await agent.run(toAgentTask(own, agent.descriptor, asked, work));
  await ports.persistChanges();
  // The agent may finish before the plan exists. Only then is it known which step it took, and whether it counts.
  const counts = (await mayAct?.()) ?? true;
  const status = counts ? hopOutcome(outcome.end) : "discarded";
  if (status !== "discarded") recordStep(context, step(), hop, status);
  if (outcome.claims !== undefined) recordClaims(ports, agentId, hop.ref, outcome.claims);
  hop.enrich({ status });
  hop.end(status, {
    ...(given.isPart ? { result: ports.answer() } : {}),
    ...(mayAct ? { speculation: speculationOf(context, hop.ref, counts) } : {}),
  });
  return { ...outcome, origin: originOfHop(context, hop.ref, agent.descriptor.reads) };
}

/** The policy decision on a tool call of the agent. It is recorded. */
function decideCall(
  context: TurnContext,
  agentId: string,
  { appendEvent }: RunPorts,
  call: GovernedCall,
): HopDecision {
  const { tool, arguments: args, hop, planStepId, approved, from } = call;
  const { policy, name, egressDomain } = tool;
  const action = { kind: "tool" as const, name };
  const decision = decideHop(context.policies(), {
    principal: agentId,
    action,
    context: {
      ...factsAt(context, hop),
      ...(planStepId ? { planStep: planStepId } : {}),
      riskTags: policy.riskTags,
      egressDomain: egressDomain?.(args) ?? null,
      writes: policy.writes,
      approved,
      from,
    },
  });
  const recorded = recordedOrigins(call);
  appendEvent({
    type: "policy.decided",
    hopRef: hop.ref,
    principal: agentId,
    action: actionId(action),
    decision,
    ...(recorded && { from: recorded }),
  });
  return decision;
}

function openStepGateway(context: TurnContext, { appendEvent }: RunPorts): Gateway {
  return openGateway({
    hops: context.hops,
    appendEvent,
    decide: (hop, question) =>
      decideHop(context.policies(), {
        ...question,
        context: { ...factsAt(context, hop), ...question.context },
      }),
    hasAnalytics: settings().AGENT_STATE_ANALYTICS.includes("analytics"),
  });
}

/** What the early work sent and cost, from the hop's own events. */
function speculationOf({ recorded }: TurnContext, hopRef: string, counts: boolean) {
  const cost = { modelCalls: 0, promptBytes: 0, inputTokens: 0, outputTokens: 0 };
  const prices: (number | null)[] = [];
  for (const { body } of recorded) {
    if (body.type === "model.called" && body.hopRef === hopRef) {
      cost.modelCalls += 1;
      cost.promptBytes += body.manifest.bytes;
    } else if (body.type === "model.answered" && body.hopRef === hopRef) {
      cost.inputTokens += body.inputTokens;
      cost.outputTokens += body.outputTokens;
      prices.push(body.cost ?? null);
    }
  }
  const known = prices.filter((price) => price !== null);
  const sum = known.length > 0 ? known.reduce((total, price) => total + price, 0) : null;
  const outcome = counts ? ("used" as const) : ("discarded" as const);
  return { outcome, ...cost, cost: sum };
}

/** The policy decision on the coordinator's call of an agent. @returns the end of a denied call */
function governAgent(context: TurnContext, agent: Agent, hop: Hop): AgentOutcome | null {
  const facts = factsAt(context, hop);
  const { action, decision } = decideAgent(context, agent.descriptor.id, facts);
  context.ports.appendEvent({
    type: "policy.decided",
    hopRef: hop.ref,
    principal: "coordinator",
    action: actionId(action),
    decision,
  });
  if (decision.outcome !== "deny" && decision.outcome !== "needs_approval") return null;
  hop.enrich({ status: "denied" });
  const end = { kind: "failed" as const, reason: "policy-denied" as const };
  return { end, figures: noFigures(), artifacts: {}, approval: null };
}

function decideAgent(
  { policies }: TurnContext,
  agentId: string,
  facts: ReturnType<typeof factsAt>,
): { action: { kind: "agent"; name: string }; decision: HopDecision } {
  const action = { kind: "agent" as const, name: agentId };
  const decision = decideHop(policies(), {
    principal: "coordinator",
    action,
    context: { ...facts, riskTags: [], egressDomain: null, writes: false, approved: false },
  });
  return { action, decision };
}

/** True if the policies let the coordinator call the agent for this step. Records nothing. */
export function mayRun(context: TurnContext, agentId: string, step: PlanStep | null): boolean {
  const known = factsAt(context, context.hop);
  const facts = step ? { ...known, objective: step.objective, planStep: step.id } : known;
  const { outcome } = decideAgent(context, agentId, facts).decision;
  return outcome === "allow" || outcome === "would_deny";
}

/** Adds the step to the envelope of an agent that started before the plan existed. */
function nameStepOnceKnown({ mayAct, step }: AgentStep, hop: Hop): AgentStep["mayAct"] {
  if (!mayAct || step()) return mayAct;
  return async () => {
    const may = await mayAct();
    if (may) hop.enrich(stepAdditions(step()));
    return may;
  };
}

/** Records the step with its hop. A dropped agent took no step. */
function recordStep(
  { ports }: TurnContext,
  step: PlanStep | null,
  hop: Hop,
  status: Execution["status"],
): void {
  if (!step) return;
  recordExecution(
    ports,
    {
      planStepId: step.id,
      type: "agent",
      target: hop.nodeId,
      status,
      hopRef: hop.ref,
      actualArgsSha256: null,
      writes: false,
      approved: false,
    },
    [hop],
  );
}

export function hopOutcome({ kind }: LoopEnd): "ok" | "failed" | "stopped" {
  if (kind === "handed-over") return "failed";
  return kind === "failed" || kind === "stopped" ? kind : "ok";
}

/** Claims that do not fit the schema are recorded as a finding; no answer depends on them. */
function recordClaims(ports: RunPorts, agentId: string, hopRef: string, claims: unknown): void {
  const read = AgentExecution.safeParse(claims);
  if (read.success && read.data.runs.length > 0)
    ports.appendEvent({
      type: "execution.claimed",
      hopRef,
      agentId,
      claims: sanitise(read.data).value,
    });
  const [issue] = read.error?.issues ?? [];
  if (!issue) return;
  const place = placeOf(issue, "value");
  const code = place === "version" ? "unknown-version" : "malformed";
  const detail = `agent_execution ${place}: ${issue.message}`;
  ports.appendEvent({ type: "envelope.finding", hopRef, code, detail });
}
