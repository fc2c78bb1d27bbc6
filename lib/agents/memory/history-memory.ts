/** Memory policy `tool-history`: reads an agent's earlier exchanges, or facts, at the start of a turn and stores the new ones. */
import "server-only";
import { type Origin, UNKNOWN } from "../../contracts/model/origin.ts";
import type {
  NewHiddenState,
  QuarantinedState,
  RunArtifacts,
} from "../../contracts/run/run-work.ts";
import { settings } from "../../env/settings.ts";
import type { ChatMessage, Exchange, UserEntry } from "../../hidden-state/chat-message.ts";
import {
  decodeHistoryState,
  encodeStoredState,
  FORGED,
} from "../../hidden-state/decode-stored-state.ts";
import {
  pruneExchanges,
  rebuildExchanges,
  splitRounds,
  withoutForgotten,
} from "../../hidden-state/exchanges.ts";
import { isKeptWhole } from "../../hidden-state/mask-messages.ts";
import { packGeneralState } from "../../hidden-state/pack-general-state.ts";
import { sanitiseExchange } from "../../hidden-state/sanitise.ts";
import type { ModelMessage } from "../../llm/model-types.ts";
import { policyInForce } from "../../prompt/memory-policies.ts";
import { historySegments } from "../../prompt/opening-segments.ts";
import type { Tool } from "../../tools/tool.ts";
import type { AgentTask } from "../agent.ts";
import type { RanCall } from "../facts/collect-facts.ts";
import { type FactsMemory, openFacts } from "../facts/facts-memory.ts";

export type Memory = Pick<FactsMemory, "segments"> & {
  /** Calls and results of the exchange that this turn replaces. Empty if none is remembered. */
  replacedRounds: readonly ChatMessage[];
  /** Where this text comes from, if it is the answer of that exchange. */
  originOfReplaced(answer: string): Origin;
  /** Remembers this turn. @param messages see `rememberExchange` */
  remember(
    calls: readonly RanCall[],
    messages: readonly (ModelMessage | UserEntry)[],
  ): Promise<void>;
  artifacts(): Partial<RunArtifacts>;
};

/** The agent's tool history, or facts of its calls where structured memory is forced on it. */
export async function openMemory(task: AgentTask, tools: readonly Tool[]): Promise<Memory> {
  const { agent } = task;
  if (policyInForce(agent.memory) === "context-state") {
    const facts = await openFacts(task, tools);
    const remember: Memory["remember"] = (calls, messages) =>
      facts.remember(calls, messages as ChatMessage[]);
    return { ...facts, replacedRounds: [], originOfReplaced: () => UNKNOWN, remember };
  }
  const recalled = await recallExchanges(task);
  const { exchanges, quarantined } = recalled;
  const newStates: NewHiddenState[] = [];
  return {
    segments: historySegments(agent.id, exchanges, quarantined !== null),
    replacedRounds: splitRounds(recalled.replaced?.messages ?? []).flat(),
    originOfReplaced: (answer) => originOfAnswer(recalled.replaced, answer),
    async remember(_calls, messages) {
      newStates.push(rememberExchange(task, recalled, messages));
    },
    artifacts: () => ({ newStates, quarantined: quarantined ? [quarantined] : [] }),
  };
}

/** The visible answer is not signed, so it must be the one that is remembered. */
function originOfAnswer(exchange: Exchange | undefined, answer: string): Origin {
  const last = exchange?.messages.at(-1);
  const isSame = last?.role === "assistant" && last.content === answer;
  return (isSame && last.origin) || UNKNOWN;
}

type Recalled = {
  exchanges: Exchange[];
  /** The exchange of the run that this turn replaces. */
  replaced?: Exchange;
  /** Version of the stored state; 0 if there was none. */
  version: number;
  /** Set if the stored state could not be read and `exchanges` was rebuilt from the visible conversation. */
  quarantined: QuarantinedState | null;
};

export async function recallExchanges(task: AgentTask): Promise<Recalled> {
  const { agent, memory, trace, ports } = task;
  const { stored } = memory.own;
  const agentId = agent.id;
  const version = stored?.version ?? 0;
  const loaded = (finding: string | null) =>
    ports.appendEvent({ type: "state.loaded", hopRef: trace.hop.ref, agentId, version, finding });
  if (!stored) {
    loaded(null);
    return { exchanges: [], version, quarantined: null };
  }
  const decoded = stored.isForged ? FORGED : decodeHistoryState(stored.state);
  if (!decoded.ok) {
    const { reason } = decoded;
    loaded(reason);
    return { exchanges: await rebuild(memory), version, quarantined: { agentId, version, reason } };
  }
  const findings = decoded.findings.map((finding) => JSON.stringify(finding)).join("; ");
  loaded(findings || null);
  const remembered = withoutForgotten(decoded.exchanges, memory.own.forgotten);
  const isReplaced = ({ runId }: Exchange) => runId === task.who.replacedRunId;
  const exchanges = remembered.filter((exchange) => !isReplaced(exchange));
  const replaced = remembered.find(isReplaced);
  return { exchanges, replaced, version, quarantined: null };
}

async function rebuild({ visibleTurns }: AgentTask["memory"]): Promise<Exchange[]> {
  const exchanges = rebuildExchanges(await visibleTurns());
  return exchanges.map((exchange) => sanitiseExchange(exchange).exchange);
}

/** @param messages the exchange: the person's message, complete rounds of calls and results, the answer */
export function rememberExchange(
  { agent, who, memory, trace, ports }: AgentTask,
  recalled: Recalled,
  messages: readonly (ModelMessage | UserEntry)[],
): NewHiddenState {
  const { exchange } = sanitiseExchange({ runId: who.runId, messages: messages as ChatMessage[] });
  const keep = settings().HIDDEN_STATE_KEEP_EXCHANGES;
  // What a server needs back is never stored altered.
  const added = isKeptWhole(exchange.messages) ? [exchange] : [];
  const { exchanges, pruned } = pruneExchanges([...recalled.exchanges, ...added], keep);
  const state = encodeStoredState(packGeneralState(exchanges));
  const bytes = Buffer.byteLength(JSON.stringify(state));
  const saved = { agentId: agent.id, version: memory.own.nextVersion, bytes };
  ports.appendEvent({
    type: "state.saved",
    hopRef: trace.hop.ref,
    ...saved,
    exchangesPruned: pruned,
  });
  return { ...saved, state };
}
