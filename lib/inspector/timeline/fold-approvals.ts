import "server-only";
/** Waits for a person's word. The wait outlives its run, so its end stands in the database, not in the log. Pure. */
import type { StoredApproval } from "../../db/inspector/timeline/read-skeleton.ts";
import type { SkeletonRow } from "../../db/inspector/timeline/skeleton-rows.ts";
import { begin, type OpenSpans } from "./open-spans.ts";

export function foldApproval(open: OpenSpans, row: SkeletonRow): void {
  const span = begin(open, row, "approval", row.name);
  span.outcome = "waiting";
  open.approvals.set(row.link, span);
}

export function settleApprovals(open: OpenSpans, approvals: readonly StoredApproval[]): void {
  for (const { id, status, decidedAt } of approvals) {
    const span = open.approvals.get(id);
    if (!span || span.lastSeq > 0) continue;
    if (decidedAt) span.durationMs = decidedAt.getTime() - open.originMs - span.startMs;
    if (status === "approved") span.outcome = "ok";
    else if (status === "declined") span.outcome = "denied";
    else if (status === "expired") span.outcome = "stopped";
  }
}
