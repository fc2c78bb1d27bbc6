import "server-only";
/** The general agent's memory: its own earlier exchanges, or the visible conversation where stored state is broken. */
import type { RunPorts } from "../contracts/run-work.ts";
import type { BegunTurn } from "../db/begun-turn.ts";
import { getConversation } from "../db/get-conversation.ts";
import { decodeStoredState } from "../hidden-state/stored-state.ts";
import type { Exchange } from "../hidden-state/exchange.ts";

export type Recalled = {
  exchanges: Exchange[];
  /** Version of the stored state that this came from; 0 where there was none. */
  version: number;
  rebuilt: boolean;
  setAside: { agentId: string; version: number; reason: string } | null;
};

const AGENT_ID = "general";

export async function recallGeneral(
  turn: BegunTurn,
  hopRef: string,
  record: RunPorts["record"],
  replacedRunId: string | null,
): Promise<Recalled> {
  const stored = turn.states[AGENT_ID];
  const version = stored?.version ?? 0;
  const loaded = (finding: string | null) =>
    record({ type: "state.loaded", hopRef, agentId: AGENT_ID, version, finding });
  if (!stored) {
    loaded(null);
    return { exchanges: [], version, rebuilt: false, setAside: null };
  }
  const decoded = decodeStoredState(AGENT_ID, stored.state);
  if (decoded.ok) {
    loaded(null);
    const exchanges = decoded.exchanges.filter((exchange) => exchange.runId !== replacedRunId);
    return { exchanges, version, rebuilt: false, setAside: null };
  }
  loaded(decoded.reason);
  const setAside = { agentId: AGENT_ID, version, reason: decoded.reason };
  return { exchanges: await rebuild(turn), version, rebuilt: true, setAside };
}

/** Whole visible turns of this conversation before the current one; tool calls and results are lost. */
async function rebuild(turn: BegunTurn): Promise<Exchange[]> {
  const actor = { userId: turn.userId, role: "user" } as const;
  const { messages } = await getConversation(actor, turn.conversationId);
  return messages.flatMap((message, index) => {
    const answer = messages[index + 1];
    if (message.role !== "user" || message.id === turn.userMessageId) return [];
    if (answer?.role !== "assistant" || answer.content === "") return [];
    return {
      runId: turn.runId,
      messages: [
        { role: "user" as const, content: message.content },
        { role: "assistant" as const, content: answer.content },
      ],
    };
  });
}
