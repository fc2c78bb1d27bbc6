/**
 * Who has slept does not judge others. Where a process itself, its machine or the database stood still, the leases of
 * processes that live have run out, too: they get the time of one lease to renew them. Pure.
 */

export type LateLook = {
  /** Whether leases tell the truth now. */
  mayJudge(): boolean;
  /** A look at the leases has succeeded. */
  looked(): void;
};

/**
 * @param leaseMs how long a lease holds
 * @param pauseMs between two looks
 * @param now milliseconds of a clock that goes on while the process is stopped
 */
export function watchLateLooks(
  leaseMs: number,
  pauseMs: number,
  now: () => number = () => performance.now(),
): LateLook {
  let last: number | null = null;
  let waitsUntil: number | null = null;
  return {
    mayJudge() {
      if (waitsUntil !== null) {
        if (now() < waitsUntil) return false;
        // Once: a process that is always late still does its part.
        waitsUntil = null;
        return true;
      }
      const isLate = last !== null && now() - last > pauseMs + leaseMs / 2;
      if (isLate) waitsUntil = now() + leaseMs;
      return !isLate;
    },
    looked() {
      last = now();
    },
  };
}

/**
 * Measures how long a trouble lasts. Each look adds the time since the last look, but at most `mostMs`: a process that stood
 * still may finish its pending work a moment later.
 * @param now milliseconds of a clock that goes on while the process is stopped
 * @returns a function to call at each look. It takes the moment when the trouble began, or null if there is none, and
 *   returns how long this trouble was seen, in milliseconds
 */
export function watchTrouble(
  mostMs: number,
  now: () => number = () => performance.now(),
): (since: number | null) => number {
  let found: number | null = null;
  let last = now();
  let seenMs = 0;
  return (since) => {
    const stepMs = Math.min(now() - last, mostMs);
    seenMs = since !== null && since === found ? seenMs + stepMs : 0;
    found = since;
    last = now();
    return seenMs;
  };
}
