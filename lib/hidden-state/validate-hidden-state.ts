/** Checks whether a value is a hidden state of an agent. */
import type { z } from "zod";
import { sanitise } from "./sanitise.ts";
import {
  ConciergeState,
  GeneralState,
  type HiddenState,
  UNKNOWN_RUN_ID,
  UsersState,
} from "./state-schemas.ts";

/** `reason` is for the log and the inspector: where the value does not match its schema, without content. */
export type StateCheck<State> = { ok: true; state: State } | { ok: false; reason: string };

const REASON_MAX_CHARS = 300;

/** Checks a value against a schema. A value that is nested too deeply is refused, too. */
export function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): StateCheck<z.infer<Schema>> {
  try {
    const result = schema.safeParse(value);
    if (result.success) return { ok: true, state: result.data };
    const issues = result.error.issues.slice(0, 3);
    const reason = issues.map((issue) => `${issue.path.join(".") || "state"}: ${issue.message}`);
    return { ok: false, reason: sanitise(reason.join("; ")).value.slice(0, REASON_MAX_CHARS) };
  } catch (error) {
    return { ok: false, reason: error instanceof RangeError ? "nested too deep" : "unreadable" };
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Upcasts the seeds' form, which has no `exchange_runs`: each exchange gets an unknown run. */
export function upcastGeneralState(value: unknown): unknown {
  if (!isRecord(value) || !isRecord(value.gpa_messages)) return value;
  const { tool_call_history: history, exchange_runs: runs } = value.gpa_messages;
  if (runs !== undefined || !Array.isArray(history)) return value;
  const exchanges = history.filter((entry) => isRecord(entry) && entry.role === "user").length;
  const exchangeRuns = Array.from({ length: exchanges }, () => UNKNOWN_RUN_ID);
  return { ...value, gpa_messages: { ...value.gpa_messages, exchange_runs: exchangeRuns } };
}

/**
 * Checks decoded hidden state against the schema of `agentId`. Never throws.
 * For stored values use `decodeStoredState`, which also decompresses and repairs.
 *
 * @param agentId `general`, `users`, `concierge` or `coordinator`
 * @returns the state, or the reason to quarantine it
 */
export function validateHiddenState(agentId: "general", value: unknown): StateCheck<GeneralState>;
export function validateHiddenState(agentId: "users", value: unknown): StateCheck<UsersState>;
export function validateHiddenState(
  agentId: "concierge" | "coordinator",
  value: unknown,
): StateCheck<ConciergeState>;
export function validateHiddenState(agentId: string, value: unknown): StateCheck<HiddenState>;
export function validateHiddenState(agentId: string, value: unknown): StateCheck<HiddenState> {
  if (agentId === "general") return checkShape(GeneralState, upcastGeneralState(value));
  if (agentId === "users") return checkShape(UsersState, value);
  if (agentId !== "concierge" && agentId !== "coordinator") {
    return { ok: false, reason: `no state is declared for agent "${agentId.slice(0, 40)}"` };
  }
  const check = checkShape(ConciergeState, value);
  if (check.ok && check.state.schema !== `${agentId}@1`) {
    return { ok: false, reason: `schema: ${check.state.schema} is not ${agentId}'s` };
  }
  return check;
}
