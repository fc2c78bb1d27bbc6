/**
 * What follows a failed attempt: another one after a pause, one without a stream, or the end. Some gateways fail on streams
 * but pass whole answers, so a call whose last attempt may have failed because of streaming is repeated once without a stream.
 */
import "server-only";
import type { ModelFailure } from "../failures/model-failure.ts";
import type { StreamEnd } from "./attempt-model-call.ts";
import { isOfServer } from "./judge-attempt.ts";
import {
  type Bounds,
  type Repeated,
  retryWaitMs,
  waitForRepetition,
} from "./wait-for-repetition.ts";

type Failed = {
  end: StreamEnd;
  failure: ModelFailure;
  /** Whether a stream was asked for. */
  isStreamed: boolean;
  /** Whether any event of the answer came. */
  hasData: boolean;
  /** Whether neither text nor a call came: the person has seen nothing, and no tool call has started. */
  isOpen: boolean;
  /** Why the last attempt with a stream failed, where this one was the call without. */
  ofStream: ModelFailure | null;
};

type NextAttempt = {
  /** The pause before the same request again, in milliseconds; null where there is no such attempt. */
  waitMs: number | null;
  /** The pause before the request without a stream; null where there is none. */
  wholeMs: number | null;
  /** What the call fails with if this is its end. */
  cause: ModelFailure;
  /** Another connection may take over. */
  isAway: boolean;
  /** The server loads its model and is asked again. */
  isLoading: boolean;
};

/** Counts the failure in `repeated`. */
export function chooseNextAttempt(failed: Failed, repeated: Repeated, bounds: Bounds): NextAttempt {
  const { failure, isOpen, ofStream } = failed;
  const waitMs = isOpen && !ofStream ? waitForRepetition(failure, repeated, bounds) : null;
  const wholeMs = waitMs === null ? waitForWholeAnswer(failed, bounds.leftMs) : null;
  // What fails without a stream, too, has failed for the reason that it had with one.
  const cause = isOpen ? (ofStream ?? failure) : failure;
  const isLast = waitMs === null && wholeMs === null;
  return {
    waitMs,
    wholeMs,
    cause,
    isAway: isLast && isOpen && isOfServer(cause),
    isLoading: failure.repeat === "when-loaded" && waitMs !== null,
  };
}

function waitForWholeAnswer(failed: Failed, leftMs: number): number | null {
  const { failure, isStreamed, isOpen } = failed;
  if (!isStreamed || !isOpen || leftMs <= 0 || !mayBeOfStream(failed)) return null;
  // The pause that a server asks for holds for this call, too.
  const waitMs = failure.retryAfterMs === null ? 0 : retryWaitMs(1, failure.retryAfterMs);
  return waitMs !== null && waitMs < leftMs ? waitMs : null;
}

/**
 * A 5xx, also one that is said inside a stream, or a stream without an event. Never a failure that has another cause: a key,
 * content, a limit, a server that cannot be reached or is silent.
 */
function mayBeOfStream({ end, failure, hasData }: Failed): boolean {
  const { reason, repeat, said } = failure;
  if (reason !== "model-unavailable" || repeat !== "again") return false;
  if (said === null) return end.kind === "broken" && !hasData;
  return said.status === null || said.status >= 500;
}
