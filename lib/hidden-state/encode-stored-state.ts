/** Hidden state to what the store keeps. */
import { compressHistory } from "./compress-history.ts";
import type { HiddenState } from "./state-schemas.ts";
import type { StoredGeneralState } from "./stored-result.ts";

export type StoredState = StoredGeneralState | Exclude<HiddenState, { is_gpa: true }>;

/** The stored form: large tool results compressed, everything else as it is. Sanitise before. */
export function encodeStoredState(state: HiddenState): StoredState {
  if (!("is_gpa" in state)) return state;
  const { tool_call_history: history, exchange_runs: runs } = state.gpa_messages;
  return {
    is_gpa: true,
    gpa_messages: { tool_call_history: compressHistory(history), exchange_runs: [...runs] },
  };
}
