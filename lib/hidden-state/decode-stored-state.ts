/** Decodes stored state, one function per memory policy (upcast, validate, decompress, repair), and encodes it. */
import type { Exchange } from "./chat-message.ts";
import { compressHistory, decompressHistory, StoredGeneralState } from "./compressed-history.ts";
import { type RepairFinding, repairExchanges } from "./exchanges/repair-exchange.ts";
import { packGeneralState, unpackGeneralState } from "./pack-general-state.ts";
import { ContextState, type GeneralState, type HiddenState, UsersState } from "./state-schemas.ts";
import { checkShape, upcastGeneralState } from "./validate-hidden-state.ts";

/** `reason` says where the value does not match its schema, without content. */
export type Unreadable = { ok: false; reason: string };
export type DecodedState<State extends HiddenState = HiddenState> = {
  ok: true;
  state: State;
  /** Memory policy `tool-history`: the exchanges, oldest first; for the other policies none. */
  exchanges: Exchange[];
  /** What was repaired; for the inspector. */
  findings: RepairFinding[];
};

/** Memory policy `tool-history`. Never throws. */
export function decodeHistoryState(value: unknown): DecodedState<GeneralState> | Unreadable {
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

/** Memory policy `remote-conversation`. Never throws. */
export function decodeRemoteState(value: unknown): DecodedState<UsersState> | Unreadable {
  const check = checkShape(UsersState, value);
  return check.ok ? { ...check, exchanges: [], findings: [] } : check;
}

/**
 * Memory policy `context-state`. Never throws. The content is checked by the named schema, in lib/context-state.
 *
 * @param schema the one schema that this agent's state may name, e.g. `coordinator@1`
 */
export function decodeContextState(
  schema: string,
  value: unknown,
): DecodedState<ContextState> | Unreadable {
  const check = checkShape(ContextState, value);
  if (!check.ok) return check;
  const { schema: found } = check.state;
  if (found !== schema) {
    const isOurs = found.split("@", 1)[0] === schema.split("@", 1)[0];
    const reason = isOurs ? `unknown version: ${found}` : `schema: ${found} is not ${schema}`;
    return { ok: false, reason };
  }
  return { ...check, exchanges: [], findings: [] };
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
