import "server-only";
/** Every way in which a call of the user-management service does not bring an answer. */
import { ERROR_TEXTS, type ErrorCode } from "../../errors/error-texts.ts";
import type { LoopEnd } from "../loop/loop-types.ts";

export type UmsFailure = { ok: false } /** The conversation is gone, or never was. */ & (
  | { reason: "not-found" }
  | { reason: "approval-closed" }
  /** It could not be reached, or answered 5xx, until retries ran out. */
  | { reason: "unreachable"; detail: string }
  /** It does not take this call: key, signature, schema. */
  | { reason: "refused"; detail: string }
  | { reason: "protocol"; detail: string }
  /** The answer broke after it had begun. */
  | { reason: "cut-off"; detail: string }
  /** The service itself says that it failed, and why. */
  | { reason: "failed"; code: string }
  | { reason: "time-limit" }
  | { reason: "stopped" }
);

/** Where the turn ends with this. */
export function endOf(failure: UmsFailure): LoopEnd {
  switch (failure.reason) {
    case "stopped":
      return { kind: "stopped" };
    case "failed":
      return { kind: "failed", reason: knownCode(failure.code) };
    case "time-limit":
    case "approval-closed":
      return { kind: "failed", reason: failure.reason };
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

/** For the log and the inspector. */
export function describeFailure(failure: UmsFailure): string {
  if ("detail" in failure) return `${failure.reason}: ${failure.detail}`;
  return "code" in failure ? `${failure.reason}: ${failure.code}` : failure.reason;
}

function knownCode(code: string): ErrorCode {
  return Object.hasOwn(ERROR_TEXTS, code) ? (code as ErrorCode) : "service-unavailable";
}
