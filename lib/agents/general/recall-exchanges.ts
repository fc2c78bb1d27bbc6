import "server-only";
/** The general agent's memory: its own earlier exchanges, or the visible conversation where state is broken. */
import type { QuarantinedState } from "../../contracts/run-work.ts";
import type { Exchange } from "../../hidden-state/chat-message.ts";
import { decodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import { rebuildExchanges } from "../../hidden-state/exchanges/select-exchanges.ts";
import { sanitiseExchange } from "../../hidden-state/sanitise.ts";
import type { AgentTask } from "../agent.ts";

export type Recalled = {
  exchanges: Exchange[];
  /** Version of the stored state that this came from; 0 where there was none. */
  version: number;
  /** Set where the stored state could not be read and `exchanges` was rebuilt. */
  quarantined: QuarantinedState | null;
};

const AGENT_ID = "general";

export async function recallExchanges(task: AgentTask): Promise<Recalled> {
  const { stored, hop, ports } = task;
  const version = stored?.version ?? 0;
  const loaded = (finding: string | null) =>
    ports.appendEvent({
      type: "state.loaded",
      hopRef: hop.ref,
      agentId: AGENT_ID,
      version,
      finding,
    });
  if (!stored) {
    loaded(null);
    return { exchanges: [], version, quarantined: null };
  }
  const decoded = decodeStoredState(AGENT_ID, stored.state);
  if (!decoded.ok) {
    loaded(decoded.reason);
    const quarantined = { agentId: AGENT_ID, version, reason: decoded.reason };
    return { exchanges: await rebuild(task), version, quarantined };
  }
  const findings = decoded.findings.map((finding) => JSON.stringify(finding)).join("; ");
  loaded(findings || null);
  const exchanges = decoded.exchanges.filter(({ runId }) => runId !== task.replacedRunId);
  return { exchanges, version, quarantined: null };
}

async function rebuild(task: AgentTask): Promise<Exchange[]> {
  const exchanges = rebuildExchanges(await task.visibleTurns());
  return exchanges.map((exchange) => sanitiseExchange(exchange).exchange);
}
