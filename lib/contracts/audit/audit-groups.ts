/** What an operator looks for in the audit trail: looks, changes or failures. The rest is routine. */
import type { AuditAction } from "./audit-event.ts";

type Group = "looks" | "changes" | "failures" | "routine";

/** A refused attempt, whatever its action, and a run that failed or was interrupted are failures, too. */
const GROUPS: Record<AuditAction, Group> = {
  "person.signed-in": "routine",
  "person.signed-out": "routine",
  "person.sign-in-refused": "failures",
  "account.saved": "changes",
  "account.password-changed": "changes",
  "account.password-reset": "changes",
  "account.email-changed": "changes",
  "account.link-made": "changes",
  "account.erasure-asked": "changes",
  "account.erasure-withdrawn": "changes",
  "account.banned": "changes",
  "account.unbanned": "changes",
  "account.role-changed": "changes",
  "policy.changed": "changes",
  "tool.accepted": "changes",
  "tool.changed": "failures",
  "tool.labelled": "changes",
  "settings.changed": "changes",
  "settings.noted": "routine",
  "run.ended": "routine",
  "policy.violated": "failures",
  "approval.decided": "changes",
  "feedback.given": "routine",
  "answer.contested": "changes",
  "answer.appealed": "changes",
  "share.created": "changes",
  "share.updated": "changes",
  "share.revoked": "changes",
  "picture.fetched": "routine",
  "inspector.denied": "failures",
  "run.inspected": "looks",
  "words.searched": "looks",
  "run.found": "looks",
  "conversation.inspected": "looks",
  "runs.listed": "routine",
  "runs.searched": "looks",
  "runs.exported": "looks",
  "overview.read": "routine",
  "spending.read": "routine",
  "verdicts.read": "routine",
  "verdicts.exported": "looks",
  "service.trace.read": "looks",
  "model.asked": "routine",
  "payloads.opened": "looks",
  "field.revealed": "looks",
  "field.named": "looks",
  "opening.asked": "looks",
  "search.asked": "looks",
  "opening.confirmed": "looks",
  "opening.refused": "looks",
  "review.given": "changes",
  "review.withdrawn": "changes",
  "review.taken": "looks",
  "review.left": "routine",
  "review.judged": "changes",
  "review.queued": "routine",
  "review.rule-changed": "changes",
  "review.rule-ended": "changes",
  "review.undone": "changes",
  "review.decided": "changes",
  "review.rubric-changed": "changes",
  "verdict.stated": "changes",
  "exchange.forgotten": "changes",
  "exchange.told": "routine",
  "review.assigned": "changes",
  "review.unassigned": "changes",
  "review.put-aside": "changes",
  "review.commented": "routine",
  "review.judge-written": "changes",
  "review.judge-ended": "changes",
  "review.scored": "routine",
  "audit.read": "routine",
  "audit.exported": "looks",
  "audit.checked": "routine",
  "trail.signed": "changes",
  "trail.found": "failures",
  "anchor.begun": "changes",
  "trail.acknowledged": "changes",
  "conversation.erased": "changes",
  "person.erased": "changes",
  "payloads.erased": "changes",
  "log.erased": "changes",
  "retention.applied": "changes",
  "backup.made": "changes",
  "backup.restored": "changes",
  "glass.change-asked": "changes",
  "glass.changed": "changes",
};

/** `main`: looks, changes and failures. `all`: with the routine. */
export const AUDIT_SHOWN = ["main", "looks", "changes", "failures", "all"] as const;
export type AuditShown = (typeof AUDIT_SHOWN)[number];

/** The actions of what is shown, whatever came of them. */
export function actionsOf(shown: Exclude<AuditShown, "all">): string[] {
  return Object.entries(GROUPS).flatMap(([action, group]) =>
    group === shown || (shown === "main" && group !== "routine") ? [action] : [],
  );
}

/** How runs ended that count as failures. */
export const FAILED_STATUSES: readonly string[] = ["failed", "interrupted"];
