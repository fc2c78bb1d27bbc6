/** The filters of the audit trail. They are kept in the address. */
"use client";
import { useCallback } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { AuditAction } from "@/lib/contracts/audit/audit-event.ts";
import type { AuditFilters, AuditQuery } from "@/lib/contracts/inspector/audit-query.ts";
import * as text from "@/lib/messages/inspector-audit.ts";
import { FilterBar, FilterSelect, FilterText, FilterTime } from "../list-filters.tsx";
import { narrow } from "../list-query.ts";

type Field = {
  name: "actor" | "person" | "target" | "run";
  label: () => string;
  hint: () => string;
};

const FIELDS: readonly Field[] = [
  { name: "actor", label: text.actor, hint: text.actorHint },
  { name: "person", label: text.person, hint: text.personHint },
  { name: "target", label: text.target, hint: text.targetHint },
  { name: "run", label: text.run, hint: text.runHint },
];

export function AuditFilterBar({ query }: { query: AuditQuery }) {
  const active = [...FIELDS.map(({ name }) => query[name]), query.action].filter(Boolean).length;
  return (
    <FilterBar
      label={active > 0 ? text.filtersActive({ active }) : text.filters()}
      className="max-md:grid-cols-2"
    >
      {(folded) => (
        <>
          <FilterSelect
            label={text.action()}
            value={query.action}
            choices={ACTION_CHOICES}
            onChoose={(action) => narrow({ action })}
            className={cn("w-48 max-md:w-full", folded)}
          />
          {FIELDS.map((field) => (
            <Filter key={field.name} field={field} value={query[field.name]} className={folded} />
          ))}
          <FilterTime query={query} usual="all" className={folded} />
        </>
      )}
    </FilterBar>
  );
}

type FilterProps = {
  field: Field;
  value: AuditFilters[Field["name"]];
  className: string;
};

function Filter({ field: { name, label, hint }, value, className }: FilterProps) {
  const change = useCallback((typed: string) => narrow({ [name]: typed }, "replace"), [name]);
  return (
    <FilterText
      label={label()}
      placeholder={`${label()}: ${hint()}`}
      value={value ?? ""}
      onChange={change}
      className={cn("w-56 max-md:w-full", className)}
    />
  );
}

/** What each action of the audit trail is called. */
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
  "account.banned": text.actionAccountBanned,
  "account.unbanned": text.actionAccountUnbanned,
  "account.role-changed": text.actionAccountRoleChanged,
  "policy.changed": text.actionPolicyChanged,
  "tool.accepted": text.actionToolAccepted,
  "tool.changed": text.actionToolChanged,
  "tool.labelled": text.actionToolLabelled,
  "settings.changed": text.actionSettingsChanged,
  "settings.noted": text.actionSettingsNoted,
  "run.ended": text.actionRunEnded,
  "policy.violated": text.actionPolicyViolated,
  "approval.decided": text.actionApprovalDecided,
  "conversation.deleted": text.actionConversationDeleted,
  "conversation.undeleted": text.actionConversationUndeleted,
  "share.created": text.actionShareCreated,
  "share.updated": text.actionShareUpdated,
  "share.revoked": text.actionShareRevoked,
  "picture.fetched": text.actionPictureFetched,
  "feedback.given": text.actionFeedbackGiven,
  "answer.contested": text.actionAnswerContested,
  "answer.appealed": text.actionAnswerAppealed,
  "inspector.denied": text.actionInspectorDenied,
  "run.inspected": text.actionRunInspected,
  "conversation.inspected": text.actionConversationInspected,
  "runs.listed": text.actionRunsListed,
  "runs.searched": text.actionRunsSearched,
  "words.searched": text.actionWordsSearched,
  "run.found": text.actionRunFound,
  "runs.exported": text.actionRunsExported,
  "overview.read": text.actionOverviewRead,
  "spending.read": text.actionSpendingRead,
  "verdicts.read": text.actionVerdictsRead,
  "verdicts.exported": text.actionVerdictsExported,
  "service.trace.read": text.actionServiceTraceRead,
  "model.asked": text.actionModelAsked,
  "payloads.opened": text.actionPayloadsOpened,
  "field.revealed": text.actionFieldRevealed,
  "field.named": text.actionFieldNamed,
  "opening.asked": text.actionOpeningAsked,
  "search.asked": text.actionSearchAsked,
  "opening.confirmed": text.actionOpeningConfirmed,
  "opening.refused": text.actionOpeningRefused,
  "review.given": text.actionReviewGiven,
  "review.withdrawn": text.actionReviewWithdrawn,
  "review.taken": text.actionReviewTaken,
  "review.left": text.actionReviewLeft,
  "review.judged": text.actionReviewJudged,
  "review.queued": text.actionReviewQueued,
  "review.rule-changed": text.actionReviewRuleChanged,
  "review.rule-ended": text.actionReviewRuleEnded,
  "review.undone": text.actionReviewUndone,
  "review.decided": text.actionReviewDecided,
  "review.rubric-changed": text.actionRubricChanged,
  "verdict.stated": text.actionVerdictStated,
  "exchange.forgotten": text.actionExchangeForgotten,
  "exchange.told": text.actionExchangeTold,
  "review.assigned": text.actionReviewAssigned,
  "review.unassigned": text.actionReviewUnassigned,
  "review.put-aside": text.actionReviewPutAside,
  "review.commented": text.actionReviewCommented,
  "review.judge-written": text.actionReviewJudgeWritten,
  "review.judge-ended": text.actionReviewJudgeEnded,
  "review.scored": text.actionReviewScored,
  "audit.read": text.actionAuditRead,
  "audit.exported": text.actionAuditExported,
  "audit.checked": text.actionAuditChecked,
  "anchor.begun": text.actionAnchorBegun,
  "trail.signed": text.actionTrailSigned,
  "trail.found": text.actionTrailFound,
  "trail.acknowledged": text.actionTrailAcknowledged,
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
const ACTION_CHOICES = Object.entries(WORDS)
  .map(([action, words]) => [action, words()] as const)
  .sort(([, one], [, other]) => one.localeCompare(other));

/** An action of another version is called by its code. */
export function actionWords(action: string): string {
  return Object.hasOwn(WORDS, action) ? WORDS[action as AuditAction]() : action;
}
