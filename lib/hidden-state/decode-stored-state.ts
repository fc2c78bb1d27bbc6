/** The one door from the store: upcast, validate, decompress, mend. Behind it, state is good. */
import type { Exchange } from "./chat-message.ts";
import { decompressHistory } from "./decompress-history.ts";
import { packGeneralState, unpackGeneralState } from "./pack-general-state.ts";
import { type RepairFinding, repairExchanges } from "./repair-exchange.ts";
import type { ConciergeState, GeneralState, HiddenState, UsersState } from "./state-schemas.ts";
import { StoredGeneralState } from "./stored-result.ts";
import { checkShape, upcastGeneralState, validateHiddenState } from "./validate-hidden-state.ts";

export type Unreadable = { ok: false; reason: string };
export type DecodedState<State> = {
  ok: true;
  state: State;
  /** The `general` agent's exchanges, oldest first; for other agents none. */
  exchanges: Exchange[];
  /** What had to be mended; for the inspector. */
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
  const mended = findings.length === 0 ? state : packGeneralState(exchanges);
  return { ok: true, state: mended, exchanges, findings };
}

/**
 * Decodes what the store holds for an agent. Never throws, whatever it is given.
 *
 * @param agentId `general`, `users`, `concierge` or `coordinator`
 * @param value parsed JSON as stored
 * @returns the state, or the reason to set it aside
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
