/**
 * The memory of an agent with a tool history where `MEMORY_POLICY` forces structured memory on it: facts of its earlier
 * calls as a context state, `facts@1`.
 */
import "server-only";
import {
  FACTS_CONTEXT,
  type Fact,
  type FactsContext,
  factOrigins,
} from "../../context-state/facts-context.ts";
import { type SaidTurn, withoutQuotes } from "../../context-state/quotes-turn.ts";
import type {
  NewContextDelta,
  QuarantinedState,
  RunArtifacts,
} from "../../contracts/run/run-work.ts";
import type { ChatMessage } from "../../hidden-state/chat-message.ts";
import { decodeHistoryState, FORGED } from "../../hidden-state/decode-stored-state.ts";
import { withoutForgotten } from "../../hidden-state/exchanges.ts";
import { factsSegments } from "../../prompt/opening-segments.ts";
import type { Segment } from "../../prompt/segment.ts";
import type { Tool } from "../../tools/tool.ts";
import type { AgentTask, StoredMemory } from "../agent.ts";
import { type MemoryAccess, recallContext, rememberContext } from "../memory/context-memory.ts";
import { type AddedFacts, addFacts, forgetRun } from "./add-facts.ts";
import { callsIn, collectFacts, type RanCall } from "./collect-facts.ts";
import { factsIdOf } from "./facts-state.ts";
import { saidIn } from "./fold-facts.ts";

export type FactsMemory = {
  readonly segments: readonly Segment[];
  /** Remembers this turn's calls. @param messages the exchange: the person's message, rounds of calls, the answer */
  remember(calls: readonly RanCall[], messages: readonly ChatMessage[]): Promise<void>;
  /** What the run stores: the deltas so far and the state that they lead to. */
  artifacts(): Pick<RunArtifacts, "newStates" | "quarantined" | "contextDeltas">;
};

/** @param tools of the agent; they declare what may be remembered */
export async function openFacts(task: AgentTask, tools: readonly Tool[]): Promise<FactsMemory> {
  const { agent, trace, ports } = task;
  const { runId, replacedRunId } = task.who;
  const { facts: memory, own: history, said: earlier } = task.memory;
  const hopRef = trace.hop.ref;
  const agentId = factsIdOf(agent.id);
  const own: MemoryAccess = { agentId, memory, trace, ports };
  const recalled = await recallContext(own, FACTS_CONTEXT);
  const quarantined: QuarantinedState[] = recalled.quarantined ? [recalled.quarantined] : [];
  const contextDeltas: NewContextDelta[] = [...recalled.takenBack];
  let state: FactsContext = recalled.state;
  let refusals = 0;

  function accept({ change, state: next }: Pick<AddedFacts, "change" | "state">): void {
    state = next;
    if (!change || change.applied.patch.length === 0) return;
    const { patch, beforeSha256, afterSha256 } = change.applied;
    const ordinal = memory.deltasBefore + contextDeltas.length + 1;
    const at = { agentId, ordinal, hopRef, beforeSha256, afterSha256 };
    const made = { origin: "tool" as const, delta: change.delta, patch };
    contextDeltas.push({ ...at, ...made });
    ports.appendEvent({
      type: "context.changed",
      ...at,
      paths: patch.map(({ path }) => path),
      change: { ...made, schema: FACTS_CONTEXT.name },
    });
  }

  function add(facts: readonly Fact[], said: readonly SaidTurn[]): void {
    const added = addFacts(state, facts, [...said, ...earlier]);
    for (const reason of added.refused) {
      refusals += 1;
      ports.appendEvent({ type: "context.refused", hopRef, agentId, reason, attempt: refusals });
    }
    accept(added);
  }

  const { forgotten = [] } = memory;
  for (const run of [...forgotten, ...(replacedRunId === null ? [] : [replacedRunId])])
    accept(forgetRun(state, run));
  if (recalled.version === 0 && history.stored) {
    const { exchanges, unreadable } = readHistory(task, history.stored);
    quarantined.push(...unreadable);
    const remembered = withoutForgotten(exchanges, history.forgotten);
    const facts = remembered.flatMap(({ runId: run, messages }) =>
      run === replacedRunId ? [] : collectFacts(callsIn(messages), tools, run),
    );
    add(facts, saidIn(remembered.flatMap(({ messages }) => messages)));
  }

  return {
    segments: factsSegments(
      agent.id,
      withoutQuotes(state, earlier, FACTS_CONTEXT.measure),
      `state:${agentId}@${recalled.version}`,
    ),
    remember: async (calls, messages) =>
      add(collectFacts(calls, tools, runId), [
        { by: "person", text: task.given.text },
        ...saidIn(messages),
      ]),
    artifacts() {
      const isNew = contextDeltas.length > 0 || recalled.quarantined !== null;
      const saved = () => rememberContext(own, FACTS_CONTEXT, state, factOrigins(state));
      return { newStates: isNew ? [saved()] : [], quarantined, contextDeltas };
    },
  };
}

/**
 * The tool history from before structured memory was forced. It enters no prompt: its calls become facts once, by the
 * same rules as new ones.
 */
function readHistory(
  { agent, trace, ports }: AgentTask,
  { version, state, isForged }: NonNullable<StoredMemory["stored"]>,
) {
  const decoded = isForged ? FORGED : decodeHistoryState(state);
  const finding = decoded.ok ? null : decoded.reason;
  const agentId = agent.id;
  ports.appendEvent({ type: "state.loaded", hopRef: trace.hop.ref, agentId, version, finding });
  if (decoded.ok) return { exchanges: decoded.exchanges, unreadable: [] };
  return { exchanges: [], unreadable: [{ agentId, version, reason: decoded.reason }] };
}
