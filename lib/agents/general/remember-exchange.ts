import "server-only";
/** Adds a turn's exchange to the general agent's memory: clean, paired, pruned, compressed, measured. */
import type { NewHiddenState } from "../../contracts/run-work.ts";
import { settings } from "../../env/settings.ts";
import type { ChatMessage } from "../../hidden-state/chat-message.ts";
import { encodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import { pruneExchanges } from "../../hidden-state/exchanges/select-exchanges.ts";
import { packGeneralState } from "../../hidden-state/pack-general-state.ts";
import { sanitiseExchange } from "../../hidden-state/sanitise.ts";
import type { ModelMessage } from "../../llm/model-types.ts";
import type { AgentTask } from "../agent.ts";
import type { Recalled } from "./recall-exchanges.ts";

/** @param messages the exchange: the person's entry, whole rounds of calls and results, the answer */
export function rememberExchange(
  { runId, hop, ports }: AgentTask,
  recalled: Recalled,
  messages: readonly ModelMessage[],
): NewHiddenState {
  const { exchange } = sanitiseExchange({ runId, messages: messages as ChatMessage[] });
  const keep = settings().HIDDEN_STATE_KEEP_EXCHANGES;
  const { exchanges, pruned } = pruneExchanges([...recalled.exchanges, exchange], keep);
  const state = encodeStoredState(packGeneralState(exchanges));
  const bytes = Buffer.byteLength(JSON.stringify(state));
  const version = recalled.version + 1;
  const exchangesPruned = pruned;
  const agentId = "general";
  ports.appendEvent({
    type: "state.saved",
    hopRef: hop.ref,
    agentId,
    version,
    bytes,
    exchangesPruned,
  });
  return { agentId, version, state, bytes };
}
