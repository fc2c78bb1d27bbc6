import "server-only";
/** Why a run's signal was aborted. */

export type StopReason = "stopped" | "interrupted" | "lease-lost";

/** The reason that `abort(reason)` was given; an abort without one of ours counts as a stop. */
export function stopReasonOf(signal: AbortSignal): StopReason {
  return signal.reason === "interrupted" || signal.reason === "lease-lost"
    ? signal.reason
    : "stopped";
}
