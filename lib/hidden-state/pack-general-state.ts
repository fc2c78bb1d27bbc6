/** Exchanges to the hidden state of a tool history, and back. */
import type { Exchange } from "./chat-message.ts";
import { repairExchanges } from "./exchanges.ts";
import { type GeneralState, UNKNOWN_RUN_ID } from "./state-schemas.ts";

/**
 * Packs exchanges, oldest first, into `{"is_gpa": true, "gpa_messages": {...}}`. Repairs them first, so that nothing
 * unpaired is stored; `repairExchange` reports what it repairs.
 */
export function packGeneralState(exchanges: readonly Exchange[]): GeneralState {
  const whole = repairExchanges(exchanges).exchanges;
  return {
    is_gpa: true,
    gpa_messages: {
      tool_call_history: whole.flatMap(({ messages }) => messages),
      exchange_runs: whole.map(({ runId }) => runId),
    },
  };
}

/** The exchanges of a state, oldest first. The inverse of `packGeneralState`; entries are the same objects. */
export function unpackGeneralState(state: GeneralState): Exchange[] {
  const { tool_call_history: history, exchange_runs: runs } = state.gpa_messages;
  const exchanges: Exchange[] = [];
  for (const entry of history) {
    if (entry.role === "user") {
      exchanges.push({ runId: runs[exchanges.length] ?? UNKNOWN_RUN_ID, messages: [entry] });
    } else {
      exchanges.at(-1)?.messages.push(entry);
    }
  }
  return exchanges;
}

/**
 * The size of hidden state.
 * Bytes of a state's JSON in UTF-8. Pass the stored form for the size in the database.
 */
export function measureState(state: unknown): number {
  return Buffer.byteLength(JSON.stringify(state) ?? "", "utf8");
}
