/** What each action of the audit trail is called. */
import type { AuditAction } from "@/lib/contracts/audit/audit-event.ts";
import * as text from "@/lib/messages/inspector-audit.ts";

const WORDS: Record<AuditAction, () => string> = {
  "person.signed-in": text.actionPersonSignedIn,
  "person.signed-out": text.actionPersonSignedOut,
  "person.sign-in-refused": text.actionPersonSignInRefused,
  "account.saved": text.actionAccountSaved,
  "account.password-changed": text.actionAccountPasswordChanged,
  "account.password-reset": text.actionAccountPasswordReset,
  "account.email-changed": text.actionAccountEmailChanged,
  "account.link-made": text.actionAccountLinkMade,
  "account.erasure-asked": text.actionAccountErasureAsked,
  "account.erasure-withdrawn": text.actionAccountErasureWithdrawn,
  "account.role-changed": text.actionAccountRoleChanged,
  "policy.changed": text.actionPolicyChanged,
  "settings.changed": text.actionSettingsChanged,
  "run.ended": text.actionRunEnded,
  "policy.violated": text.actionPolicyViolated,
  "approval.decided": text.actionApprovalDecided,
  "share.created": text.actionShareCreated,
  "share.updated": text.actionShareUpdated,
  "share.revoked": text.actionShareRevoked,
  "picture.fetched": text.actionPictureFetched,
  "feedback.given": text.actionFeedbackGiven,
  "inspector.denied": text.actionInspectorDenied,
  "run.inspected": text.actionRunInspected,
  "conversation.inspected": text.actionConversationInspected,
  "runs.listed": text.actionRunsListed,
  "runs.searched": text.actionRunsSearched,
  "runs.exported": text.actionRunsExported,
  "overview.read": text.actionOverviewRead,
  "spending.read": text.actionSpendingRead,
  "service.trace.read": text.actionServiceTraceRead,
  "model.asked": text.actionModelAsked,
  "payloads.opened": text.actionPayloadsOpened,
  "field.revealed": text.actionFieldRevealed,
  "review.given": text.actionReviewGiven,
  "review.withdrawn": text.actionReviewWithdrawn,
  "audit.read": text.actionAuditRead,
  "audit.exported": text.actionAuditExported,
  "audit.checked": text.actionAuditChecked,
  "conversation.erased": text.actionConversationErased,
  "person.erased": text.actionPersonErased,
  "payloads.erased": text.actionPayloadsErased,
  "log.erased": text.actionLogErased,
  "retention.applied": text.actionRetentionApplied,
  "backup.made": text.actionBackupMade,
  "backup.restored": text.actionBackupRestored,
  "glass.change-asked": text.actionGlassChangeAsked,
  "glass.changed": text.actionGlassChanged,
};

/** Values and words, for the filter. */
export const ACTION_CHOICES = Object.entries(WORDS)
  .map(([action, words]) => [action, words()] as const)
  .sort(([, one], [, other]) => one.localeCompare(other));

/** An action of another version is called by its code. */
export function actionWords(action: string): string {
  return Object.hasOwn(WORDS, action) ? WORDS[action as AuditAction]() : action;
}
