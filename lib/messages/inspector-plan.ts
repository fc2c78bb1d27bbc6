/** The texts of inspector plan. */
import { plural, type Value } from "./message.ts";

export const times = ({ times }: { times: Value }) => `×${times}`;
export const andMore = ({ more }: { more: Value }) => `and ${more} more`;
export const planned = () => "Planned";
export const readsResultsOf = ({ steps }: { steps: Value }) => `Reads the result of ${steps}`;
export const deviation = () => "Deviation";
export const ran = () => "Ran";
export const notInThePlan = () => "Not in the plan";
export const noPlan = () => "No plan";
export const notYet = () => "Not yet.";
export const nothingRanForIt = () => "Nothing ran for it.";
export const showingOfAttempts = ({ shown, total }: { shown: Value; total: Value }) =>
  `Showing ${shown} of ${total} attempts.`;
export const showingOfCalls = ({ shown, total }: { shown: Value; total: Value }) =>
  `Showing ${shown} of ${total} calls.`;
export const ofAgent = () => "of";
export const typeAgent = () => "agent";
export const typeTool = () => "tool";
export const typeAction = () => "action";
export const expected = () => "expected";
export const sameArguments = () => "same arguments";
export const otherArgumentsRan = () => "other arguments";
export const attempt = ({ ordinal }: { ordinal: Value }) => `Attempt ${ordinal}`;
export const changesSomething = () => "changes something";
export const approvedByThePerson = () => "approved by the person";
export const ofTheAgentsOwnChoice = ({ count, number }: { count: number; number: Value }) =>
  plural(
    count,
    `${number} tool call of the agent's own choice`,
    `${number} tool calls of the agent's own choice`,
  );
export const nothingWasPlannedAndNothingRan = () => "Nothing was planned, and nothing ran.";
export const planAndExecution = () => "Plan and execution";
export const steps = () => "Steps";
export const showingOfRows = ({ rows, rowCount }: { rows: Value; rowCount: Value }) =>
  `Showing ${rows} of ${rowCount} rows.`;
export const wouldBeDenied = () => "Would be denied";
export const anyArguments = () => "any arguments";
export const agrees = () => "Agrees";
export const endedOtherwise = () => "Ended otherwise";
export const otherArguments = () => "Other arguments";
export const didNotRun = () => "Did not run";
export const notSaid = () => "Not said";
export const cannotBeRead = () => "Cannot be read";
export const whatAgentsSayOfThemselves = () => "What agents say about their own work";
export const itAgreesWithTheLogIn = () =>
  "It agrees with the log in everything. It plays no part in the score.";
export const someDoNotAgreeWithTheLog = ({
  count,
  number,
  claims,
}: {
  count: number;
  number: Value;
  claims: Value;
}) =>
  plural(
    count,
    `${number} of ${claims} does not agree with the log. It plays no part in the score.`,
    `${number} of ${claims} do not agree with the log. It plays no part in the score.`,
  );
export const showingOfClaims = ({ claims, claimCount }: { claims: Value; claimCount: Value }) =>
  `Showing ${claims} of ${claimCount} claims.`;
export const says = () => "says";
export const saysStatus = ({ status }: { status: Value }) => `says: ${status}`;
export const saysNothingOfThisCall = () => "says nothing of this call";
export const argumentsWord = () => "arguments";
export const claim = () => "Claim";
export const theLogHoldsNothingOfThe = () => "The log holds nothing of the kind.";
export const asPlanned = () => "As planned";
export const itRanAsPlanned = () => "It ran as planned.";
export const missing = () => "Missing";
export const itWasPlannedAndNothingRan = () => "It was planned, and nothing ran for it. 1 point.";
export const notReached = () => "Not reached";
export const theRunEndedBeforeIt = () =>
  "The person stopped the run, or it was interrupted, before this step began. No points, and the step is not counted as planned.";
export const running = () => "Running";
export const itIsRunningNow = () => "It is running now. No points so far.";
export const stopped = () => "Stopped";
export const thePersonStoppedIt = () => "The person stopped the run while it ran. No points.";
export const pending = () => "Pending";
export const itIsPlannedAndHasNot = () =>
  "It is planned and has not run yet; it may run in this run, or after the person's approval. No points.";
export const wrongTarget = () => "Wrong target";
export const anotherToolVersionOrAgentRan = () =>
  "Another tool, version or agent ran than planned. 2 points.";
export const itRanWithOtherArgumentsThan = () =>
  "It ran with other arguments than planned: their digests differ. 1 point.";
export const argumentsNotCompared = () => "Arguments not compared";
export const theArgumentsCouldNotBeCompared = () =>
  "The arguments could not be compared, because the plan or the record has no digest of them. No points.";
export const failed = () => "Failed";
export const theLastAttemptFailed1Point = () => "The last attempt failed. 1 point.";
export const denied = () => "Denied";
export const aPolicyDeniedIt1Point = () => "A policy denied it. 1 point.";
export const needsApproval = () => "Needs approval";
export const itWasLeftForThePersonsApproval = () =>
  "The person is asked before it runs, so it did not run in this run. No points.";
export const outOfOrder = () => "Out of order";
export const itRanOutsideThePlannedOrder = () => "It ran outside the planned order. 1 point.";
export const retried = () => "Retried";
export const itRanMoreThanOnce0 = () =>
  "It ran more than once. 0.25 points for each attempt after the first, at most 0.5.";
export const unplanned = () => "Not planned";
export const itRanAndNoStepWas = () => "It ran, and no step was planned for it. 1 point.";
export const argumentsNotComparedNote = () => "arguments not compared";
export const fitness = () => "Fitness";
export const recall = () => "Recall";
export const partOfPlanned = ({ part, whole }: { part: Value; whole: Value }) =>
  `${part} of ${whole} planned`;
export const partOfWhatRan = ({ part, whole }: { part: Value; whole: Value }) =>
  `${part} of ${whole} that ran`;
export const precision = () => "Precision";
export const inOrder = () => "In order";
export const argumentsCompared = () => "Arguments compared";
export const version = ({ version }: { version: Value }) => `version ${version}`;
export const scoringRules = () => "Scoring rules";
export const noScoreWasStoredRecomputedFrom = ({ score }: { score: Value }) =>
  `No score was stored. Recomputed ${score} from the log.`;
export const fromTheLogJustNow = () => "from the log, just now";
export const storedAndRecomputedDiffer = ({
  stored,
  now,
  onRun,
  storedVersion,
  currentVersion,
}: {
  stored: Value;
  now: Value;
  onRun: Value;
  storedVersion: Value;
  currentVersion: Value;
}) =>
  `Stored ${stored}, recomputed ${now}: they differ. In the table of runs: ${onRun}. Scoring rules: version ${storedVersion} then, version ${currentVersion} now.`;
export const theRunIsGoingOnSteps = () =>
  "The run is going on. Steps that have not run yet are pending and add nothing to the deviation.";
export const thereIsNothingToCompareWith = () =>
  "There is nothing to compare with, so there is no deviation: neither 0 nor 1.";
export const itIsNotMadeYet = () => "It is not made yet.";
export const storedWithoutPlan = ({ score }: { score: Value }) =>
  `Stored ${score}, recomputed no plan: they differ.`;
export const alert = () => "Alert";
export const warning = () => "Warning";
export const note = () => "Note";
export const findings = () => "Findings";
export const showingOfFindings = ({ shown, total }: { shown: Value; total: Value }) =>
  `Showing ${shown} of ${total} findings.`;
export const aboutPlanOrExecutionCouldNot = ({ count, number }: { count: number; number: Value }) =>
  plural(
    count,
    `${number} event about plan or execution could not be read.`,
    `${number} events about plan or execution could not be read.`,
  );
export const aPolicyDeniedWhatRan = () => "A policy denied a call, so it did not run.";
export const aPolicyDeniedWhatRanForStep = ({ stepId }: { stepId: Value }) =>
  `A policy denied a call of step ${stepId}, so it did not run.`;
export const aPolicyThatObservesWouldHave = () =>
  "A policy that observes would have denied what ran.";
export const aPolicyThatObservesWouldHaveForStep = ({ stepId }: { stepId: Value }) =>
  `A policy that observes would have denied what ran for step ${stepId}.`;
export const aCallWasLeftForThePersonsApproval = () =>
  "A call needed the person's approval, so it did not run in this run.";
export const aCallWasLeftForThePersonsApprovalForStep = ({ stepId }: { stepId: Value }) =>
  `The call of step ${stepId} needed the person's approval, so it did not run in this run.`;
export const noStepOfThePlanFits = () => "It was not planned: no step of the plan fits it.";
export const somethingOtherThanPlannedRan = () => "Something other than planned ran.";
export const somethingOtherThanPlannedRanForStep = ({ stepId }: { stepId: Value }) =>
  `Something other than planned ran for step ${stepId}.`;
export const aToolThatChangesSomethingRan = () =>
  "A tool that changes something ran without a planned step and without an approval.";
export const aToolThatChangesSomethingRanForStep = ({ stepId }: { stepId: Value }) =>
  `A tool that changes something ran without a planned step and without an approval for step ${stepId}.`;
export const theRecordSaysDoneButWith = () =>
  "The record says done, but with other arguments than planned.";
export const theRecordSaysDoneButWithForStep = ({ stepId }: { stepId: Value }) =>
  `The record says done for step ${stepId}, but with other arguments than planned.`;
export const itCannotBeToldWhichStep = () =>
  "It cannot be told which step of the plan this belongs to: several fit it.";
export const itNamesAStepThatThe = () => "It names a step that the plan does not have.";
export const thePlanNamesOfTheTool = ({ value }: { value: Value }) =>
  `The plan names ${value} of the tool calls that ran.`;
export const waitsForThePersonsApprovalThe = () =>
  "Waits for the person's approval; the run that follows the approval carries it out.";
export const waitsForThePersonsApprovalTheForStep = ({ stepId }: { stepId: Value }) =>
  `Waits for the person's approval for step ${stepId}; the run that follows the approval carries it out.`;
export const compareWithAnotherRun = () => "Compare with another run…";
export const loadingPlanAndExecution = () => "Loading plan and execution";
export const plannedByTheModel = () => "Planned by the model";
export const followsFromThePersonsDecision = () => "Follows from the person's decision";
export const fallbackPlanOneStepToThe = () => "Fallback plan: one step to the fallback agent";
export const noPlanCouldBeMade = () => "Unplanned: one agent went on without a plan";
export const recordAndArguments = () => "Record and arguments";
export const recordAtEvent = ({ seq }: { seq: Value }) => `Record: event ${seq}`;
export const callAtEvent = ({ seq }: { seq: Value }) => `Call: event ${seq}`;
export const plannedArguments = () => "Planned arguments";
export const plannedArgumentsNotKnown = () =>
  "The planned arguments are not known: nothing in the log has the planned digest.";
export const argumentsThatRan = () => "Arguments that ran";
export const argumentsThatRanNotKnown = () => "The arguments that ran are not in the log.";
export const thePlan = () => "The plan";
export const madeAt = () => "made at";
export const plannedAgain = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `· planned again ${number} time;`, `· planned again ${number} times;`);
export const attemptCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} attempt`, `${number} attempts`);
export const stepCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} step`, `${number} steps`);
export const firstPlan = () => "first plan";
export const revision = ({ revision }: { revision: Value }) => `revision ${revision}`;
export const firstPlanTitle = () => "First plan";
export const revisionTitle = ({ revision }: { revision: Value }) => `Revision ${revision}`;
export const isInForce = () => "is in force";
export const anAnswerOfThePlanningCall = () => "An answer of the planning call was no usable plan:";
export const askedForAndNotDone = () => "Asked for and not done:";
export const noStepHasStarted = () => ": no step has started";
export const notFixed = () => "not fixed";
export const at = () => "at";
export const fixed = () => "fixed";
export const earlierPlans = () => "Earlier plans";
export const madeAtTime = ({ at }: { at: Value }) => `made at ${at}`;
export const storedAndRecomputed = ({ stored, now }: { stored: Value; now: Value }) =>
  `Stored ${stored}, recomputed ${now}`;
export const withoutScore = () => "no score";
export const unknownVersion = ({ version }: { version: Value }) =>
  `Plan or execution is a payload of unknown version ${version}: it is not scored.`;
export const unknownVersionUnnamed = () =>
  "Plan or execution is a payload of an unknown version: it is not scored.";
export const repeatedStep = ({ stepId }: { stepId: Value }) =>
  `The plan has more than one step ${stepId}; records belong to the first.`;
export const otherFinding = ({ kind }: { kind: Value }) => `${kind}.`;
export const otherFindingForStep = ({ kind, stepId }: { kind: Value; stepId: Value }) =>
  `${kind} for step ${stepId}.`;
export const fractionOfDeviation = ({ points, items }: { points: Value; items: Value }) =>
  `${points} / ${items}`;
export const points = ({ count }: { count: number }) => plural(count, "1 point", `${count} points`);
export const items = ({ count }: { count: number }) => plural(count, "1 item", `${count} items`);
export const soFar = () => "so far";
