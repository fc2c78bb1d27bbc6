import "server-only";
import type {
  OverviewQuery,
  OverviewRange,
} from "../../../contracts/inspector/overview/runs-overview.ts";

/** The time ranges of the overview and their buckets. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const STEPS: Record<OverviewRange, { widthMs: number; count: number }> = {
  "24h": { widthMs: HOUR_MS, count: 24 },
  "7d": { widthMs: 6 * HOUR_MS, count: 28 },
  "30d": { widthMs: 24 * HOUR_MS, count: 30 },
};

export type Buckets = { from: Date; to: Date; widthMs: number; count: number };

/** Buckets of hours, quarters of a day, or days in the reader's time zone; the last one contains now. */
export function bucketsOf({ range, offset }: OverviewQuery, now = new Date()): Buckets {
  const { widthMs, count } = STEPS[range];
  const offsetMs = offset * MINUTE_MS;
  const last = Math.floor((now.getTime() - offsetMs) / widthMs) * widthMs + offsetMs;
  const from = last - (count - 1) * widthMs;
  return { from: new Date(from), to: new Date(from + count * widthMs), widthMs, count };
}
