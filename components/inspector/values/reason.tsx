/** Why something ended: the text of a code of `lib/errors`, with the code on hover and on focus. */
"use client";
import { Explained } from "@/components/ui/explained.tsx";
import { ERROR_TEXTS, type ErrorCode } from "@/lib/errors/error-texts.ts";
import * as text from "@/lib/messages/reasons.ts";

const WORDS: Record<ErrorCode, () => string> = {
  "signed-out": text.signedOut,
  "other-person": text.otherPerson,
  "not-found": text.notFound,
  forbidden: text.forbidden,
  "needs-another-admin": text.needsAnotherAdmin,
  "request-over": text.requestOver,
  "rubric-changed": text.rubricChanged,
  "undo-over": text.undoOver,
  "case-left": text.caseLeft,
  "tool-told-otherwise": text.toolToldOtherwise,
  "asker-is-no-admin": text.askerIsNoAdmin,
  "not-sealed": text.notSealed,
  invalid: text.invalid,
  "too-large": text.tooLarge,
  "bad-request": text.badRequest,
  "body-unwanted": text.bodyUnwanted,
  "body-too-large": text.bodyTooLarge,
  "headers-too-large": text.headersTooLarge,
  "no-such-method": text.noSuchMethod,
  "foreign-origin": text.foreignOrigin,
  "page-outdated": text.pageOutdated,
  "request-timeout": text.requestTimeout,
  "unsupported-type": text.unsupportedType,
  "file-empty": text.fileEmpty,
  "file-protected": text.fileProtected,
  "file-old-office": text.fileOldOffice,
  "file-misnamed": text.fileMisnamed,
  "file-no-encoding": text.fileNoEncoding,
  "encoding-unfit": text.encodingUnfit,
  "file-damaged": text.fileDamaged,
  "file-unpacks-too-large": text.fileUnpacksTooLarge,
  "file-too-much-work": text.fileTooMuchWork,
  "picture-too-large": text.pictureTooLarge,
  "file-not-opened": text.fileNotOpened,
  "run-active": text.runActive,
  "not-retryable": text.notRetryable,
  "not-continuable": text.notContinuable,
  "rate-limited": text.rateLimited,
  "folder-exists": text.folderExists,
  "too-many-folders": text.tooManyFolders,
  "server-busy": text.serverBusy,
  "too-many-runs": text.tooManyRuns,
  "too-many-sends": text.tooManySends,
  "too-many-streams": text.tooManyStreams,
  "too-many-uploads": text.tooManyUploads,
  "too-much-at-once": text.tooMuchAtOnce,
  "upload-quota": text.uploadQuota,
  "model-busy": text.modelBusy,
  "model-unavailable": text.modelUnavailable,
  "model-cut-off": text.modelCutOff,
  "model-refused": text.modelRefused,
  "model-unauthorised": text.modelUnauthorised,
  "model-missing": text.modelMissing,
  "model-no-credit": text.modelNoCredit,
  "model-limit-reached": text.modelLimitReached,
  "model-lacks-tools": text.modelLacksTools,
  "model-too-slow": text.modelTooSlow,
  "model-filtered": text.modelFiltered,
  "request-too-long": text.requestTooLong,
  "answer-truncated": text.answerTruncated,
  "answer-incomplete": text.answerIncomplete,
  "budget-spent-today": text.budgetSpentToday,
  "budget-spent-this-month": text.budgetSpentThisMonth,
  "answer-filtered": text.answerFiltered,
  "answer-declined": text.answerDeclined,
  "model-protocol": text.modelProtocol,
  "round-limit": text.roundLimit,
  "tool-limit": text.toolLimit,
  "time-limit": text.timeLimit,
  "policy-violation": text.policyViolation,
  "policy-denied": text.policyDenied,
  "lease-lost": text.leaseLost,
  interrupted: text.interrupted,
  internal: text.internal,
  "audit-unavailable": text.auditUnavailable,
  unavailable: text.unavailable,
  "service-unavailable": text.serviceUnavailable,
  "service-refused": text.serviceRefused,
  "service-protocol": text.serviceProtocol,
  "service-cut-off": text.serviceCutOff,
  "approval-forged": text.approvalForged,
  "approval-closed": text.approvalClosed,
};

/** @returns the code itself where `lib/errors` does not know it */
export function reasonWords(code: string): string {
  return isErrorCode(code) ? WORDS[code]() : code;
}

export function Reason({ code, className }: { code: string; className?: string }) {
  if (!isErrorCode(code)) return <code className={className}>{code}</code>;
  const detail = text.detail({ code, log: ERROR_TEXTS[code].log });
  return (
    <Explained text={detail} {...(className ? { className } : {})}>
      {reasonWords(code)}
    </Explained>
  );
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(WORDS, code);
}
