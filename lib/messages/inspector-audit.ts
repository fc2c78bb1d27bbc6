/** The texts of inspector audit. */
import { plural, type Value } from "./message.ts";

export const title = () => "Audit";
export const intro = () =>
  "Who did what, and who looked at whose words. Each event is sealed within a second.";
export const actor = () => "Who did it";
export const actorHint = () => "Name, e-mail or id";
export const person = () => "Whose";
export const personHint = () => "Name, e-mail or id";
export const action = () => "Action";
export const target = () => "About";
export const targetHint = () => "run:…, user:…";
export const run = () => "Run";
export const runHint = () => "Run id";
export const filters = () => "Filters";
export const filtersActive = ({ active }: { active: Value }) => `Filters (${active})`;
export const clearFilters = () => "Clear filters";
export const when = () => "When";
export const who = () => "Who";
export const what = () => "What";
export const whose = () => "Whose";
export const place = () => "No.";
export const tableCaption = () => "Events of the audit trail, the newest first";
export const server = () => "The server";
export const signedOut = () => "Signed out";
export const gone = () => "Account erased";
export const refused = () => "refused";
export const waiting = () => "being sealed";
export const erasedDetail = () => "details erased";
export const openRun = () => "Open run";
export const onlyThisRun = () => "Only this run";
export const sealed = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} event sealed`, `${number} events sealed`);
export const refusedToday = ({ count, number }: { count: number; number: Value }) =>
  plural(
    count,
    `${number} refused attempt in the last day`,
    `${number} refused attempts in the last day`,
  );
export const show = () => "Show";
export const showMain = () => "Looks, changes, failures";
export const showLooks = () => "Looks";
export const showChanges = () => "Changes";
export const showFailures = () => "Failures";
export const showAll = () => "Everything";
export const runFailed = () => "failed";
export const runInterrupted = () => "interrupted";
export const follow = () => "Follow live";
export const noEvents = () => "No event yet.";
export const noEventFits = () => "No event fits these filters.";
export const older = () => "Older";
export const newest = () => "Newest";
export const pages = () => "Pages";
export const exportAll = () => "Export";
export const exportExplained = () => "As a bundle that proves itself; check it at /verify";
export const loading = () => "Loading the audit trail";
export const checkNow = () => "Check now";
export const checking = () => "Checking…";
export const neverChecked = () => "Not checked yet";
export const holds = () => "The trail holds";
export const checkedAt = () => "Checked";
export const holdsExplained = ({
  count,
  number,
  runs,
}: {
  count: number;
  number: Value;
  runs: Value;
}) =>
  plural(
    count,
    `${number} event is what was sealed, and so are the logs of runs (${runs}).`,
    `${number} events are what was sealed, and so are the logs of runs (${runs}).`,
  );
export const broken = ({ place }: { place: Value }) => `The trail does not hold at ${place}`;
export const brokenRun = () => "A run's log does not hold";
export const brokenExplained = ({ fault }: { fault: Value }) =>
  `${fault}. Run npm run audit:verify for the whole sentence.`;
export const checkNotBegun = () => "The check could not be begun.";
export const actionPersonSignedIn = () => "Signed in";
export const actionPersonSignedOut = () => "Signed out";
export const actionPersonSignInRefused = () => "Sign-in refused";
export const actionAccountSaved = () => "Saved an account";
export const actionAccountPasswordChanged = () => "Password changed";
export const actionAccountRoleChanged = () => "Changed a role";
export const actionAccountPasswordReset = () => "Chose another password by a link";
export const actionAccountEmailChanged = () => "Changed the e-mail address";
export const actionAccountLinkMade = () => "Got a link for the account";
export const actionAccountErasureAsked = () => "Deleted the account, to be erased later";
export const actionAccountErasureWithdrawn = () => "Kept the account after all";
export const actionAccountBanned = () => "Banned an account";
export const actionAccountUnbanned = () => "Lifted a ban";
export const actionPolicyChanged = () => "Changed a policy";
export const actionToolAccepted = () => "Accepted a connected tool";
export const actionToolChanged = () => "Took out a tool that changed";
export const actionToolLabelled = () => "Said whether a tool writes";
export const actionSettingsChanged = () => "Changed settings";
export const actionSettingsNoted = () => "Noted the settings";
export const actionRunEnded = () => "Run ended";
export const actionPictureFetched = () => "Picture of the network fetched";
export const actionConversationDeleted = () => "Conversation deleted, to be erased at once";
export const actionConversationUndeleted = () => "Deletion of a conversation undone";
export const actionShareCreated = () => "Link to a copy created";
export const actionShareUpdated = () => "Shared copy made anew";
export const actionShareRevoked = () => "Link to a copy revoked";
export const actionPolicyViolated = () => "Violated a policy";
export const actionApprovalDecided = () => "Decided on a call";
export const actionFeedbackGiven = () => "Judged an answer";
export const actionAnswerContested = () => "Contested an answer";
export const actionInspectorDenied = () => "Look refused";
export const actionRunInspected = () => "Looked at a run";
export const actionConversationInspected = () => "Looked at a conversation";
export const actionRunsListed = () => "Listed runs";
export const actionRunsSearched = () => "Searched runs";
export const actionWordsSearched = () => "Searched everybody's words";
export const actionRunFound = () => "Found a conversation by its words";
export const actionRunsExported = () => "Exported runs";
export const actionOverviewRead = () => "Read the overview";
export const actionSpendingRead = () => "Read the spending";
export const actionVerdictsRead = () => "Read the results of reviews";
export const actionVerdictsExported = () => "Exported verdicts";
export const actionServiceTraceRead = () => "Read a service's trace";
export const actionModelAsked = () => "Asked a model server";
export const actionPayloadsOpened = () => "Opened payloads";
export const actionFieldRevealed = () => "Revealed a field";
export const actionFieldNamed = () => "Which field was revealed";
export const actionOpeningAsked = () => "Asked to open payloads";
export const actionSearchAsked = () => "Asked to search everybody's words";
export const actionOpeningConfirmed = () => "Confirmed another admin's request";
export const actionOpeningRefused = () => "Refused another admin's request";
export const actionReviewGiven = () => "Gave a run for review";
export const actionReviewWithdrawn = () => "Withdrew a review";
export const actionReviewTaken = () => "Took a case";
export const actionReviewLeft = () => "Left a case";
export const actionReviewJudged = () => "Judged a case";
export const actionReviewQueued = () => "Put a run into review";
export const actionReviewRuleChanged = () => "Changed a rule of the review";
export const actionReviewRuleEnded = () => "Ended a version of a rule";
export const actionReviewUndone = () => "Took a verdict back";
export const actionReviewDecided = () => "Case decided by its verdicts";
export const actionRubricChanged = () => "Changed the rubric of verdicts";
export const actionVerdictStated = () => "Stated a verdict for its person";
export const actionExchangeForgotten = () => "Took an exchange out of memory";
export const actionExchangeTold = () => "The user service forgot an exchange";
export const actionAnswerAppealed = () => "Appealed against a verdict";
export const actionReviewAssigned = () => "Assigned a case";
export const actionReviewUnassigned = () => "Took back a case";
export const actionReviewPutAside = () => "Put a case aside";
export const actionReviewCommented = () => "Commented on a case";
export const actionReviewJudgeWritten = () => "Wrote the model judge";
export const actionReviewJudgeEnded = () => "The model judge ended";
export const actionReviewScored = () => "The model judge read a case";
export const actionAuditRead = () => "Read the audit trail";
export const actionAuditExported = () => "Exported the audit trail";
export const actionAuditChecked = () => "Checked the audit trail";
export const actionAnchorBegun = () => "Began a file of anchors";
export const actionTrailSigned = () => "Signs each row from here on";
export const actionTrailFound = () => "Found the trail changed";
export const actionTrailAcknowledged = () => "Acknowledged findings";
export const actionConversationErased = () => "Erased a conversation";
export const actionPersonErased = () => "Erased a person";
export const actionPayloadsErased = () => "Erased payloads";
export const actionLogErased = () => "Erased a month of the log";
export const actionRetentionApplied = () => "Applied retention";
export const actionBackupMade = () => "Made a backup";
export const actionBackupRestored = () => "Restored a backup";
export const actionGlassChangeAsked = () => "Asked to change the glass";
export const actionGlassChanged = () => "Changed the glass";
