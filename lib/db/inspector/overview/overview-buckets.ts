import "server-only";
import type { OverviewRange } from "../../../contracts/inspector/overview/runs-overview.ts";

/** The time ranges of the overview and their buckets. */

const STEPS: Record<OverviewRange, { hours: number; count: number }> = {
  "1h": { hours: 1 / 12, count: 12 },
  "24h": { hours: 1, count: 24 },
  "7d": { hours: 6, count: 28 },
  "30d": { hours: 24, count: 30 },
};

export type Buckets = { from: Date; to: Date; widthMs: number; count: number };

/** Buckets of five minutes, hours, quarters of a day, or days in the reader's time zone; the last one contains now. */
export function bucketsOf(
  { range, offset }: { range: OverviewRange; offset: number },
  now = new Date(),
): Buckets {
  const { hours, count } = STEPS[range];
  const widthMs = hours * 3_600_000;
  const offsetMs = offset * 60_000;
  const last = Math.floor((now.getTime() - offsetMs) / widthMs) * widthMs + offsetMs;
  const from = last - (count - 1) * widthMs;
  return { from: new Date(from), to: new Date(from + count * widthMs), widthMs, count };
}
