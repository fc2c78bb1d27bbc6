/** The shared context of one turn: agents, recorded events, figures. */
import "server-only";
import { hash } from "node:crypto";
import type { Agent } from "../agents/agent.ts";
import type { AgentRegistry } from "../agents/create-registry.ts";
import { type Hop, type Hops, recordHops } from "../agents/record-hops.ts";
import { openRunSources, type RunSources } from "../agents/run-sources.ts";
import type { CoordinatorContext } from "../context-state/coordinator-context.ts";
import { type Origin, UNKNOWN } from "../contracts/model/origin.ts";
import type { LogEventBody, RecordedEvent } from "../contracts/run/log-event.ts";
import { noFigures, type RunFigures, type RunPorts } from "../contracts/run/run-work.ts";
import type { CreatedTurn } from "../db/turns/created-turn.ts";
import type { CompiledPolicies } from "../governance/compile-policies.ts";
import { type Budget, watchBudgets } from "./budgets.ts";
import type { ResumedPlan } from "./plan/resume-plan.ts";

export type TurnContext = {
  readonly turn: CreatedTurn;
  readonly registry: AgentRegistry;
  readonly agents: readonly Agent[];
  /** Those in force now; null where they are not known. A turn may last longer than a change takes to be in force. */
  policies(): CompiledPolicies | null;
  readonly ports: RunPorts;
  readonly hops: Hops;
  /** The coordinator's own hop, root of the tree. */
  readonly hop: Hop;
  /** The events recorded so far, in order. */
  readonly recorded: readonly RecordedEvent[];
  /** The whole log at the end of the turn, in order. Node history and the score are derived from it. */
  wholeLog(): readonly RecordedEvent[];
  readonly figures: RunFigures;
  /** What the answer may cite. */
  readonly sources: RunSources;
  /** Set if the deployment shares it between agents. */
  sharedContext: CoordinatorContext["shared_context"] | null;
  /** Where it comes from. */
  sharedOrigin: Origin;
  /** The suspended plan that this turn's decision resumes. */
  resumedPlan: ResumedPlan | null;
  /** The run whose answer this turn replaces or continues. */
  readonly replacedRunId: string | null;
};

type Given = Pick<TurnContext, "turn" | "registry" | "agents" | "policies" | "replacedRunId"> & {
  budgets: readonly Budget[];
};

export function openTurnContext({ budgets, ...given }: Given, ports: RunPorts): TurnContext {
  const recorded: RecordedEvent[] = [];
  /** Those that no earlier process has recorded. */
  const news: RecordedEvent[] = [];
  const { count, overBudget } = watchBudgets(budgets);
  const record = (body: LogEventBody) => {
    const before = ports.journal?.repeated(body) ?? null;
    const event = before ?? { body, at: new Date().toISOString() };
    count(event.body);
    recorded.push(event);
    if (before) return;
    news.push(event);
    ports.appendEvent(body);
  };
  const { runId, userMessageId, agentId, continued } = given.turn;
  record({ type: "run.started", agentId, userMessageId, asked: toAsked(given.turn) });
  const sources = openRunSources();
  if (continued) {
    const { fromRunId, text, results } = continued;
    record({ type: "run.continued", fromRunId, length: text.length, results: [...results] });
    sources.adopt(continued.sources);
  }
  const hops = recordHops(runId, record, ports.journal);
  const hop = hops.start({ kind: "coordinator", nodeId: "coordinator", parent: null });
  // The role of the session travels with every hop below, in the metadata that a service's hop signs.
  hop.describe({ role: given.turn.role });
  const figures = noFigures();
  return {
    ...given,
    ports: { ...ports, appendEvent: record, overBudget, chosenModel: given.turn.preferences.model },
    hops,
    hop,
    recorded,
    wholeLog: () => [...(ports.journal?.recorded ?? []), ...news],
    figures,
    sources,
    sharedContext: null,
    sharedOrigin: UNKNOWN,
    resumedPlan: null,
  };
}

/** What binds the question to the log of its run: without its words, which stand in the message alone. */
function toAsked({ conversationId, answerMessageId, text, pasted, files, place }: CreatedTurn) {
  return {
    conversationId,
    answerMessageId,
    questionSha256: hash("sha256", text),
    pasted: pasted.map(([start, end]): [number, number] => [start, end]),
    files: files
      .filter(({ current }) => current)
      .map(({ id, name, mediaType, sizeBytes, sha256, position, createdAt }) => ({
        attachmentId: id,
        name,
        mediaType,
        bytes: sizeBytes,
        sha256,
        position,
        createdAt,
      })),
    place,
  };
}

/** Adds what an agent used to the turn's figures. */
export function addFigures(sum: RunFigures, part: RunFigures): void {
  sum.model = part.model ?? sum.model;
  sum.rounds += part.rounds;
  sum.modelCalls += part.modelCalls;
  sum.toolCalls += part.toolCalls;
  sum.inputTokens += part.inputTokens;
  sum.outputTokens += part.outputTokens;
}
