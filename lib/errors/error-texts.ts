/** Every error code: its HTTP status, its text for the log, and its text for the person. */
import * as text from "../messages/errors.ts";
import { FILE_ERROR_TEXTS } from "./file-error-texts.ts";

export type ErrorText = {
  status: number;
  log: string;
  person: string;
  /** Seconds after which a retry may succeed: the `Retry-After` header. */
  retryAfterS?: number;
};

export const ERROR_TEXTS = {
  "signed-out": { status: 401, log: "no valid session", person: text.signedOut() },
  "other-person": {
    status: 409,
    log: "somebody else has signed in since the page was loaded",
    person: text.otherPerson(),
  },
  "not-found": {
    status: 404,
    log: "not found, or not this actor's",
    person: text.notFound(),
  },
  forbidden: {
    status: 404,
    log: "the actor lacks the permission",
    person: text.forbidden(),
  },
  "needs-another-admin": {
    status: 409,
    log: "who asked cannot agree",
    person: text.needsAnotherAdmin(),
  },
  "request-over": {
    status: 409,
    log: "the request was decided, replaced by a newer one, or has ended",
    person: text.requestOver(),
  },
  "case-left": {
    status: 409,
    log: "the reviewer does not have the case any more",
    person: text.caseLeft(),
  },
  "undo-over": {
    status: 409,
    log: "the verdict cannot be undone any more",
    person: text.undoOver(),
  },
  "rubric-changed": {
    status: 409,
    log: "the rubric has a newer version than the one that was changed",
    person: text.rubricChanged(),
  },
  "tool-told-otherwise": {
    status: 409,
    log: "the server did not tell this description since the last acceptance",
    person: text.toolToldOtherwise(),
  },
  "asker-is-no-admin": {
    status: 409,
    log: "who asked is no longer an admin",
    person: text.askerIsNoAdmin(),
  },
  "not-sealed": {
    status: 409,
    log: "the answer is not sealed yet",
    person: text.notSealed(),
    retryAfterS: 1,
  },
  invalid: {
    status: 400,
    log: "the input does not fit its schema",
    person: text.invalid(),
  },
  "too-large": {
    status: 413,
    log: "the upload is over the limit",
    person: text.tooLarge(),
  },
  "bad-request": {
    status: 400,
    log: "the request is malformed",
    person: text.badRequest(),
  },
  "body-unwanted": {
    status: 400,
    log: "a body was sent where none is taken",
    person: text.bodyUnwanted(),
  },
  "body-too-large": {
    status: 413,
    log: "the body is over the limit of its route",
    person: text.bodyTooLarge(),
  },
  "headers-too-large": {
    status: 431,
    log: "the headers are over the limit",
    person: text.headersTooLarge(),
  },
  "no-such-method": {
    status: 405,
    log: "the address does not take this method",
    person: text.noSuchMethod(),
  },
  "foreign-origin": {
    status: 403,
    log: "the request does not come from a page of ours",
    person: text.foreignOrigin(),
  },
  "page-outdated": {
    status: 404,
    log: "no server action of this build has this id",
    person: text.pageOutdated(),
  },
  "request-timeout": {
    status: 408,
    log: "the request took too long to arrive",
    person: text.requestTimeout(),
  },
  ...FILE_ERROR_TEXTS,
  "run-active": {
    status: 409,
    log: "a run is active in this conversation",
    person: text.runActive(),
  },
  "not-retryable": {
    status: 409,
    log: "only the newest ended answer can be retried",
    person: text.notRetryable(),
  },
  "not-continuable": {
    status: 409,
    log: "only the newest answer with text that is not whole can be continued",
    person: text.notContinuable(),
  },
  "rate-limited": {
    status: 429,
    log: "too many attempts",
    person: text.rateLimited(),
    retryAfterS: 60,
  },
  "too-many-runs": {
    status: 429,
    log: "the actor has as many runs under way as one person may",
    person: text.tooManyRuns(),
    retryAfterS: 10,
  },
  "server-busy": {
    status: 503,
    log: "so many turns were begun at once that this one waited too long for its place",
    person: text.serverBusy(),
    retryAfterS: 5,
  },
  "too-much-at-once": {
    status: 429,
    log: "too much of the actor's waits for a place that people share",
    person: text.tooMuchAtOnce(),
    retryAfterS: 10,
  },
  "too-many-uploads": {
    status: 429,
    log: "the actor has uploaded as many files as one person may in a minute",
    person: text.tooManyUploads(),
    retryAfterS: 60,
  },
  "folder-exists": {
    status: 409,
    log: "the person has a folder of this name",
    person: text.folderExists(),
  },
  "too-many-folders": {
    status: 409,
    log: "the person has as many folders as one person may",
    person: text.tooManyFolders(),
  },
  "too-many-sends": {
    status: 429,
    log: "the actor has sent as many messages as one person may in a minute",
    person: text.tooManySends(),
    retryAfterS: 60,
  },
  "budget-spent-today": {
    status: 429,
    log: "the day's budget is spent (BUDGET_PERSON_DAY, BUDGET_DEPLOYMENT_DAY)",
    person: text.budgetSpentToday(),
  },
  "budget-spent-this-month": {
    status: 429,
    log: "the month's budget is spent (BUDGET_PERSON_MONTH, BUDGET_DEPLOYMENT_MONTH)",
    person: text.budgetSpentThisMonth(),
  },
  "too-many-streams": {
    status: 429,
    log: "the actor reads as many streams as one person may",
    person: text.tooManyStreams(),
    retryAfterS: 10,
  },
  "upload-quota": {
    status: 429,
    log: "the actor has uploaded as much as one person may in a day",
    person: text.uploadQuota(),
    retryAfterS: 3_600,
  },
  "model-busy": {
    status: 503,
    log: "the model was overloaded (429, 529) until retries ran out",
    person: text.modelBusy(),
  },
  "model-unavailable": {
    status: 503,
    log: "the model could not be reached or answered 5xx until retries ran out",
    person: text.modelUnavailable(),
  },
  "model-unauthorised": {
    status: 503,
    log: "the model's server did not accept the key (401, 403, or 400 that speaks of it)",
    person: text.modelUnauthorised(),
  },
  "model-missing": {
    status: 503,
    log: "the model's server has no such model or path (404)",
    person: text.modelMissing(),
  },
  "model-no-credit": {
    status: 503,
    log: "the account at the model's provider has no credit (402, quota)",
    person: text.modelNoCredit(),
  },
  "model-limit-reached": {
    status: 503,
    log: "the model's provider allows no more calls for hours (429 with a limit per day)",
    person: text.modelLimitReached(),
  },
  "model-lacks-tools": {
    status: 503,
    log: "the model cannot use tools, and this work needs them",
    person: text.modelLacksTools(),
  },
  "model-too-slow": {
    status: 504,
    log: "the model gave no sign of life for MODEL_FIRST_TOKEN_TIMEOUT_MS",
    person: text.modelTooSlow(),
  },
  "model-filtered": {
    status: 502,
    log: "the provider's content filter refused the request or took the whole answer away",
    person: text.modelFiltered(),
  },
  "request-too-long": {
    status: 502,
    log: "the request is longer than the model's context, also after pruning",
    person: text.requestTooLong(),
  },
  "answer-truncated": {
    status: 200,
    log: "the answer reached the model's limit of length",
    person: text.answerTruncated(),
  },
  "answer-incomplete": {
    status: 200,
    log: "the answer ended with a word that is not known, so that it may be cut",
    person: text.answerIncomplete(),
  },
  "answer-filtered": {
    status: 200,
    log: "the provider's content filter took the rest of the answer away",
    person: text.answerFiltered(),
  },
  "answer-declined": {
    status: 200,
    log: "the model declined by the protocol's field for it",
    person: text.answerDeclined(),
  },
  "model-cut-off": {
    status: 502,
    log: "the model's stream broke after its first token",
    person: text.modelCutOff(),
  },
  "model-refused": {
    status: 502,
    log: "the model refused the request",
    person: text.modelRefused(),
  },
  "model-protocol": {
    status: 502,
    log: "the model's answer does not follow the protocol",
    person: text.modelProtocol(),
  },
  "round-limit": {
    status: 500,
    log: "the agent used all its rounds",
    person: text.roundLimit(),
  },
  "tool-limit": {
    status: 500,
    log: "the agent called tools too often, or one in the same way again and again",
    person: text.toolLimit(),
  },
  "time-limit": {
    status: 500,
    log: "the agent used all its time",
    person: text.timeLimit(),
  },
  "policy-violation": {
    status: 500,
    log: "a prompt segment is not allowed by the agent's memory policy",
    person: text.policyViolation(),
  },
  "policy-denied": {
    status: 500,
    log: "a policy denies this agent",
    person: text.policyDenied(),
  },
  "lease-lost": {
    status: 500,
    log: "the run's lease went to another owner",
    person: text.leaseLost(),
  },
  interrupted: {
    status: 500,
    log: "the process that ran this ended",
    person: text.interrupted(),
  },
  internal: {
    status: 500,
    log: "unexpected error",
    person: text.internal(),
  },
  "audit-unavailable": {
    status: 503,
    log: "the audit row of a read could not be written, so nothing was read",
    person: text.auditUnavailable(),
    retryAfterS: 30,
  },
  unavailable: {
    status: 503,
    log: "the database is away, full or read-only",
    person: text.unavailable(),
  },
  "service-unavailable": {
    status: 503,
    log: "a service behind an agent could not be reached or answered 5xx until retries ran out",
    person: text.serviceUnavailable(),
  },
  "service-refused": {
    status: 502,
    log: "a service behind an agent refused the call",
    person: text.serviceRefused(),
  },
  "service-protocol": {
    status: 502,
    log: "a service's answer does not follow the protocol",
    person: text.serviceProtocol(),
  },
  "service-cut-off": {
    status: 502,
    log: "a service's stream broke after it had begun",
    person: text.serviceCutOff(),
  },
  "approval-forged": {
    status: 409,
    log: "the call that waits, or the decision on it, is not what the application wrote",
    person: text.approvalForged(),
  },
  "approval-closed": {
    status: 409,
    log: "the approval is not open (any more)",
    person: text.approvalClosed(),
  },
} as const satisfies Record<string, ErrorText>;

export type ErrorCode = keyof typeof ERROR_TEXTS;
