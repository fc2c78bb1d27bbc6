/** The start of a bucket in the reader's time zone. */
import type { OverviewRange } from "@/lib/contracts/inspector/overview/runs-overview.ts";

const HOUR = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** For an axis: `21 Nov 14:00`, `21 Nov`. */
export function formatTick(iso: string, range: OverviewRange): string {
  const at = new Date(iso);
  return range === "1h" || range === "24h"
    ? `${DAY.format(at)} ${HOUR.format(at)}`
    : DAY.format(at);
}

/** For a row or a tooltip: `21 Nov 14:00`; `21 Nov`. */
export function formatStretch(iso: string, range: OverviewRange): string {
  const at = new Date(iso);
  return range === "30d" ? DAY.format(at) : `${DAY.format(at)} ${HOUR.format(at)}`;
}
