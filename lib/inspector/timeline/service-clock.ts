/**
 * The clock of a service, as its hop's two ends show it: the service's turn lies in the middle of its hop, because the
 * ways there and back are unknown. It is only scaled where its clock counted more than ours. Pure.
 */
import "server-only";
import { SERVICE_CLOCK_TOLERANCE_MS } from "../limits.ts";

export type ServiceClock = {
  /** Milliseconds between the start of the hop and the start of the service's turn. */
  offsetMs: number;
  /** Below 1 where the service's clock counted more than ours. */
  scale: number;
  /** Where the clocks disagree: more was counted than the hop took, or work went on after the turn's end. */
  disagrees: "counted-more" | "after-its-end" | null;
};

/**
 * @param oursMs how long the hop took by our clock; negative while it is active
 * @param saidMs how long the service says that its turn took; 0 where it does not
 * @param countedMs the latest end of the turn and of its work, by the service's clock
 */
export function readServiceClock(oursMs: number, saidMs: number, countedMs: number): ServiceClock {
  if (oursMs < 0 || countedMs === 0) return { offsetMs: 0, scale: 1, disagrees: null };
  const scale = Math.min(1, oursMs / countedMs);
  const isMore = countedMs > oursMs + SERVICE_CLOCK_TOLERANCE_MS;
  const isAfter = saidMs > 0 && countedMs > saidMs + SERVICE_CLOCK_TOLERANCE_MS;
  return {
    offsetMs: (oursMs - countedMs * scale) / 2,
    scale,
    disagrees: isMore ? "counted-more" : isAfter ? "after-its-end" : null,
  };
}
