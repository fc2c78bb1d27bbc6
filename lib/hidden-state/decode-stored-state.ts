/** Encodes hidden state for the store, and decodes it: upcast, validate, decompress, repair. */
import type { Exchange } from "./chat-message.ts";
import { compressHistory, decompressHistory, StoredGeneralState } from "./compressed-history.ts";
import { type RepairFinding, repairExchanges } from "./exchanges/repair-exchange.ts";
import { packGeneralState, unpackGeneralState } from "./pack-general-state.ts";
import type { ConciergeState, GeneralState, HiddenState, UsersState } from "./state-schemas.ts";
import { checkShape, upcastGeneralState, validateHiddenState } from "./validate-hidden-state.ts";

export type Unreadable = { ok: false; reason: string };
export type DecodedState<State> = {
  ok: true;
  state: State;
  /** The `general` agent's exchanges, oldest first; for other agents none. */
  exchanges: Exchange[];
  /** What was repaired; for the inspector. */
  findings: RepairFinding[];
};

function decodeGeneralState(value: unknown): DecodedState<GeneralState> | Unreadable {
  const check = checkShape(StoredGeneralState, upcastGeneralState(value));
  if (!check.ok) return check;
  const { tool_call_history: stored, exchange_runs: runs } = check.state.gpa_messages;
  const plain = decompressHistory(stored);
  if (!plain.ok) return { ok: false, reason: `compressed result: ${plain.reason}` };
  const state: GeneralState = {
    is_gpa: true,
    gpa_messages: { tool_call_history: plain.history, exchange_runs: runs },
  };
  const { exchanges, findings } = repairExchanges(unpackGeneralState(state));
  const repaired = findings.length === 0 ? state : packGeneralState(exchanges);
  return { ok: true, state: repaired, exchanges, findings };
}

/**
 * Decodes the stored state of an agent. Never throws.
 *
 * @param agentId `general`, `users`, `concierge` or `coordinator`
 * @param value parsed JSON as stored
 * @returns the state, or the reason to quarantine it
 */
export function decodeStoredState(
  agentId: "general",
  value: unknown,
): DecodedState<GeneralState> | Unreadable;
export function decodeStoredState(
  agentId: "users",
  value: unknown,
): DecodedState<UsersState> | Unreadable;
export function decodeStoredState(
  agentId: "concierge" | "coordinator",
  value: unknown,
): DecodedState<ConciergeState> | Unreadable;
export function decodeStoredState(
  agentId: string,
  value: unknown,
): DecodedState<HiddenState> | Unreadable;
export function decodeStoredState(
  agentId: string,
  value: unknown,
): DecodedState<HiddenState> | Unreadable {
  if (agentId === "general") return decodeGeneralState(value);
  const check = validateHiddenState(agentId, value);
  return check.ok ? { ...check, exchanges: [], findings: [] } : check;
}

export type StoredState = StoredGeneralState | Exclude<HiddenState, { is_gpa: true }>;

/** The stored form: large tool results compressed, everything else unchanged. The state must be sanitised. */
export function encodeStoredState(state: HiddenState): StoredState {
  if (!("is_gpa" in state)) return state;
  const { tool_call_history: history, exchange_runs: runs } = state.gpa_messages;
  return {
    is_gpa: true,
    gpa_messages: { tool_call_history: compressHistory(history), exchange_runs: [...runs] },
  };
}
