/** Checks a value against a schema of hidden state, and upcasts older forms. */
import type { z } from "zod";
import { describeIssue } from "../contracts/describe-issue.ts";
import { REASON_MAX_CHARS } from "./limits.ts";
import { sanitise } from "./sanitise.ts";
import { UNKNOWN_RUN_ID } from "./state-schemas.ts";

/** `reason` is for the log and the inspector: where the value does not match its schema, without content. */
export type StateCheck<State> = { ok: true; state: State } | { ok: false; reason: string };

/** Checks a value against a schema. A value that is nested too deeply is refused, too. */
export function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): StateCheck<z.infer<Schema>> {
  try {
    // No form of state has a version of its own, so one that has is of a form that is not known here.
    if (isRecord(value) && value.version !== undefined) {
      const { version } = value;
      return {
        ok: false,
        reason: `unknown version: ${typeof version === "number" ? version : "?"}`,
      };
    }
    const result = schema.safeParse(value);
    if (result.success) return { ok: true, state: result.data };
    const issues = result.error.issues.slice(0, 3);
    const reason = issues.map((issue) => describeIssue(issue, "state"));
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
