/** The texts of inspector events. */
import { plural, type Value } from "./message.ts";

export const runStarted = () => "Run started";
export const answerContinued = () => "Continues an answer";
export const takenOver = () => "Taken over";
export const takenOverBy = ({
  to,
  from,
  characters,
}: {
  to: Value;
  from: Value;
  characters: Value;
}) => `by ${to} from ${from}, with ${characters} characters of the answer on record`;
export const answerRestarted = () => "Answer text, written anew";
export const note = () => "Note";
export const runEnded = () => "Run ended";
export const toldThePerson = () => "Told the person";
export const answerText = () => "Answer text";
export const coordinatorHop = () => "Coordinator hop";
export const agentHop = () => "Agent hop";
export const gatewayHop = () => "Gateway passage";
export const serviceHop = () => "Service hop";
export const toolHop = () => "Tool hop";
export const forgedSignature = () => "forged signature";
export const hopEnded = () => "Hop ended";
export const envelope = () => "Envelope";
export const stateLoaded = () => "State loaded";
export const noVersionStored = () => "none stored yet";
export const version = ({ version }: { version: Value }) => `version ${version}`;
export const stateSaved = () => "State saved";
export const serviceRepairedArguments = () =>
  "The user-management service sent a call's arguments back repaired: the model had not written JSON";
export const serviceLeftOutMemory = () =>
  "The user-management service left out the oldest of what it remembers: the prompt was too long";
export const hiddenWordsInAnswer = () => "hidden words in the answer";
export const exchangesPruned = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} exchange pruned`, `${number} exchanges pruned`);
export const contextChanged = () => "Context changed";
export const delta = ({ ordinal }: { ordinal: Value }) => `delta ${ordinal}`;
export const contextDeltaRefused = () => "Context delta refused";
export const attempt = ({ attempt }: { attempt: Value }) => `attempt ${attempt}`;
export const modelCalled = () => "Model called";
export const round = ({ round }: { round: Value }) => `round ${round}`;
export const segmentCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} segment`, `${number} segments`);
export const modelQueued = () => "Waited for a free place at the model";
export const queuePosition = ({ position }: { position: Value }) =>
  `from number ${position} in the queue`;
export const modelRetried = () => "Model retried";
export const planHadUnknownKeys = () =>
  "The plan had keys that its schema does not know; they were dropped.";
export const planWasRepaired = () => "The plan did not fit its schema and was repaired.";
export const callsLeftOut = ({ why }: { why: Value }) =>
  `Something that looked like a tool call in the text was left out: ${why}.`;
export const callWasCut = () => "it had no end";
export const callWasFollowed = () => "something followed it";
export const callOfNoTool = () => "no tool of its name was offered";
export const callStoodInData = () => "it stood in a result, a file or a page of the prompt";
export const callInUnknownShape = () => "its shape is not known";
export const modelRefused = () => "Model call refused";
export const repeatedWithout = ({ capability }: { capability: Value }) =>
  `repeated without: ${capability}`;
export const connectionTakesOver = ({ connection }: { connection: Value }) =>
  `${connection} takes over`;
export const afterWaiting = ({ duration }: { duration: Value }) => `after ${duration}`;
export const modelAnswered = () => "Model answered";
export const wantsToolCalls = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `wants ${number} tool call`, `wants ${number} tool calls`);
export const sizeOfText = ({ size }: { size: Value }) => `${size} of text`;
export const tokensInAndOut = ({ input, output }: { input: Value; output: Value }) =>
  `${input} / ${output} tokens`;
export const toolCalled = () => "Tool called";
export const toolReturned = () => "Tool returned";
export const citationsInvented = () => "Citation without a source";
export const sourcesShown = () => "Sources shown";
export const documentsKept = () => "Documents kept";
export const sourcesNumbered = () => "Sources numbered";
export const plannedAgain = () => "Planned again";
export const planMade = () => "Plan made";
export const planFixed = () => "Plan fixed";
export const firstPlan = () => "first plan";
export const revision = ({ revision }: { revision: Value }) => `revision ${revision}`;
export const planRefused = () => "Plan refused";
export const noUsablePlan = () => "not a usable plan";
export const routeChosen = () => "Route chosen";
export const earlyCallUsed = ({ agent }: { agent: Value }) =>
  `early call to ${agent}: speculative, used`;
export const earlyCallDropped = ({ agent }: { agent: Value }) =>
  `early call to ${agent}: speculative, discarded`;
export const speculationUsed = () => "speculative, used";
export const speculationDiscarded = () => "speculative, discarded";
export const sentOnly = ({ sent }: { sent: Value }) => `${sent} sent, tokens not reported`;
export const sentAndCounted = ({ sent, tokens }: { sent: Value; tokens: Value }) =>
  `${sent} sent, ${tokens} tokens reported`;
export const speculationCost = ({ cost }: { cost: Value }) => `cost ${cost}`;
export const noEarlyCall = ({ agent }: { agent: Value }) => `${agent} was likely, no early call`;
export const executionRecorded = () => "Execution recorded";
export const unplanned = () => "not planned";
export const agentsOwnAccount = () => "Agent's own account";
export const deviationScored = () => "Deviation scored";
export const noScore = () => "no score";
export const deviation = ({ score }: { score: Value }) => `deviation ${score}`;
export const policyDecided = () => "Policy decided";
export const allowed = () => "allowed";
export const denied = () => "denied";
export const wouldBeDenied = () => "would be denied";
export const needsApproval = () => "needs approval";
export const leftForApproval = () => "left for approval";
export const approved = () => "approved";
export const declined = () => "declined";
export const executionStatus = {
  ok: () => "ok",
  failed: () => "failed",
  stopped: () => "stopped",
  denied: () => "denied",
  would_deny: () => "ran, would be denied",
};
export const memoryPolicyViolated = () => "Memory policy violated";
export const approvalAskedFor = () => "Approval asked for";
export const changedByThePerson = ({ number }: { number: number }) =>
  number === 1 ? "1 value changed by the person" : `${number} values changed by the person`;
export const changedValue = ({
  name,
  before,
  after,
}: {
  name: Value;
  before: Value;
  after: Value;
}) => `changed by the person: ${name} ${before} → ${after}`;
export const approvalDecided = () => "Approval decided";
export const unreadable = ({ finding }: { finding: Value }) => `unreadable: ${finding}`;
export const erased = () => "content erased; the run's seal names the rule";
export const recorded = () => "Recorded";
export const sentToThePerson = () => "Sent to the person";
export const yes = () => "yes";
export const no = () => "no";
export const none = () => "none";
export const hop = () => "Hop";
export const node = () => "Node";
export const agent = () => "Agent";
export const call = () => "Call";
export const message = () => "Message";
export const parentHop = () => "Parent hop";
export const toolCall = () => "Tool call";
export const toolCallsAskedFor = () => "Tool calls asked for";
export const digestOfArguments = () => "Digest of arguments";
export const digestBefore = () => "Digest before";
export const digestAfter = () => "Digest after";
export const firstTokenMs = () => "First token (ms)";
export const durationMs = () => "Duration (ms)";
export const waitMs = () => "Wait (ms)";
export const tokensIn = () => "Tokens in";
export const tokensOut = () => "Tokens out";
export const readingWhatItCarries = () => "Reading what it carries";
export const typesOfEvents = () => "Types of events";
export const types = () => "Types";
export const all = () => "All";
export const selectNone = () => "None";
export const events = () => "Events";
export const notLoaded = () => "not loaded";
export const sentToThePersonChip = () => "sent to the person";
export const routineEvents = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} routine event`, `${number} routine events`);
export const onlyWhatWasHidden = () => "Only what was hidden";
export const showingOf = ({ shown, eventCount }: { shown: Value; eventCount: Value }) =>
  `Showing ${shown} of ${eventCount}`;
export const noEventOfTheseTypes = () => "No event of these types.";
export const nothingRecordedYet = () => "Nothing recorded yet.";
export const nothingWasRecordedForThisRun = () => "Nothing was recorded for this run.";
export const stillGoingOn = () => "Still going on";
