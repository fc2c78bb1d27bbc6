/** The ways in which a call of the user-management service can fail. */
import "server-only";
import { ERROR_TEXTS, type ErrorCode } from "../../errors/error-texts.ts";
import type { LoopEnd } from "../loop/loop-types.ts";

export type UmsFailure = { ok: false } /** The conversation does not exist (any more). */ & (
  | { reason: "not-found" }
  | { reason: "approval-closed" }
  /** It was unreachable or answered 5xx or 408 until the retries ran out. */
  | { reason: "unreachable"; detail: string }
  /** It rejects this call: key, signature or schema. */
  | { reason: "refused"; detail: string }
  /** A policy keeps the call in. */
  | { reason: "denied"; detail: string }
  | { reason: "protocol"; detail: string }
  /** The answer broke off after it had started. */
  | { reason: "cut-off"; detail: string }
  /** The service reported its own failure and the reason. */
  | { reason: "failed"; code: string }
  | { reason: "time-limit" }
  | { reason: "stopped" }
);

/** The end of a turn with this failure. */
export function endOf(failure: UmsFailure): LoopEnd {
  switch (failure.reason) {
    case "stopped":
      return { kind: "stopped" };
    case "failed":
      return { kind: "failed", reason: knownCode(failure.code) };
    case "time-limit":
    case "approval-closed":
      return { kind: "failed", reason: failure.reason };
    case "denied":
      return { kind: "failed", reason: "policy-denied" };
    case "unreachable":
      return { kind: "failed", reason: "service-unavailable" };
    case "cut-off":
      return { kind: "failed", reason: "service-cut-off" };
    case "not-found":
    case "refused":
      return { kind: "failed", reason: "service-refused" };
    case "protocol":
      return { kind: "failed", reason: "service-protocol" };
    default:
      return failure satisfies never;
  }
}

/** A description for the log and the inspector. */
export function describeFailure(failure: UmsFailure): string {
  if ("detail" in failure) return `${failure.reason}: ${failure.detail}`;
  return "code" in failure ? `${failure.reason}: ${failure.code}` : failure.reason;
}

function knownCode(code: string): ErrorCode {
  return Object.hasOwn(ERROR_TEXTS, code) ? (code as ErrorCode) : "service-unavailable";
}
