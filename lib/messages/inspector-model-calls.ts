/** The texts of inspector model calls. */
import { plural, type Value } from "./message.ts";

export const noRound = () => "no round";
export const loadingTheCall = () => "Loading the call";
export const attemptFailed = ({ attempt }: { attempt: Value }) => `Attempt ${attempt} failed (`;
export const andWasRepeatedAfter = ({ waitMs }: { waitMs: Value }) =>
  `) and was repeated after ${waitMs}.`;
export const whatItThought = () => "What it thought, which the person did not see";
export const whatItAnswered = () => "What it answered";
export const theServiceReportsFiguresAndDigests = () =>
  "The service reports figures and digests of its calls. What its model wrote reached the person as the service's answer.";
export const askedFor = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `Asked for ${number} tool call`, `Asked for ${number} tool calls`);
export const wasNotCalled = () => "was not called";
export const hop = () => "hop";
export const hopInTheService = () => "in the service, hop";
export const event = ({ seq }: { seq: Value }) => `Event ${seq}`;
export const argumentsAsWritten = () => "Arguments as written";
export const model = () => "Model";
export const firstToken = () => "First token";
export const wholeAnswer = () => "Whole answer";
export const tokensInOut = () => "Tokens in / out";
export const cost = () => "Cost";
export const attempts = () => "Attempts";
export const finishReason = () => "Finish reason";
/** The model's server ended an answer with a word that is not known. */
export const cutOffWith = (word: string) => `cut off: ${word}`;
/** In place of a finish reason that is no single word. */
export const finishWords = () => "a text";
export const inTheLog = () => "In the log";
export const modelCall = ({ callId }: { callId: Value }) => `Model call ${callId}`;
export const retries = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} retry`, `${number} retries`);
export const round = ({ round }: { round: Value }) => `round ${round}`;
export const noAnswerRecorded = () => "No answer recorded";
export const notAllowedByTheMemoryPolicy = () => "Not allowed by the memory policy";
export const ofPrompt = ({ bytes }: { bytes: Value }) => `${bytes} of prompt`;
export const tokens = ({
  inputTokens,
  outputTokens,
}: {
  inputTokens: Value;
  outputTokens: Value;
}) => `${inputTokens} → ${outputTokens} tokens`;
export const clockDisagrees = () => "Clocks disagree";
export const clockDisagreesWhy = () =>
  "The service's clock and ours disagree: its times are mapped into the two ends of its hop, and are only as good as these.";
export const atS = ({ startMs }: { startMs: Value }) => `at ${startMs} s`;
export const verdicts = () => "Verdicts";
export const theMemoryPolicyOfLetsIn = ({
  count,
  memoryPolicy,
  agentId,
  number,
}: {
  count: number;
  memoryPolicy: Value;
  agentId: Value;
  number: Value;
}) =>
  plural(
    count,
    `The memory policy ${memoryPolicy} of ${agentId} lets in all ${number} segment.`,
    `The memory policy ${memoryPolicy} of ${agentId} lets in all ${number} segments.`,
  );
export const theMemoryPolicyDoesNotLet = ({
  count,
  memoryPolicy,
  refused,
  number,
}: {
  count: number;
  memoryPolicy: Value;
  refused: Value;
  number: Value;
}) =>
  plural(
    count,
    `The memory policy ${memoryPolicy} does not let in ${refused} of ${number} segment.`,
    `The memory policy ${memoryPolicy} does not let in ${refused} of ${number} segments.`,
  );
export const everySegmentBelowIsByteFor = () =>
  "Every segment below is byte for byte what was sent: its digest is the recorded one.";
export const everySegmentBelowIsOfThePrompt = () =>
  "Every segment below is byte for byte what the prompt was made of: its digest is the recorded one.";
export const theRequestAsItWasSent = () => "The request as it was sent";
export const itIsNotThePromptBelow = () =>
  "Its server takes other messages than those below, so they were changed on the way. These are the messages that were sent, byte for byte: with the tools they have the recorded digest. A schema that was asked for is sent beside them.";
export const theModelHadWritten = () => "The model had written";
export const sentBackAs = () => "Sent back to it";
export const repairedArguments = ({ toolCallId }: { toolCallId: Value }) =>
  `Arguments of ${toolCallId}`;
export const someSegmentsAreByteForByte = ({
  count,
  exact,
  number,
  reasons,
}: {
  count: number;
  exact: Value;
  number: Value;
  reasons: Value;
}) =>
  plural(
    count,
    `${exact} of ${number} segment is byte for byte what the prompt was made of. ${reasons}`,
    `${exact} of ${number} segments are byte for byte what the prompt was made of. ${reasons}`,
  );
export const sentAsItWas = ({ connection }: { connection: Value }) =>
  `Sent by the connection “${connection}” as it stands below.`;
export const sentAdapted = ({
  connection,
  adaptations,
}: {
  connection: Value;
  adaptations: Value;
}) => `Sent by the connection “${connection}”, adapted to its server: ${adaptations}.`;
export const whatWasSentIsProved = () => "The digest of what was sent is proved.";
export const whatWasSentDiffers = () =>
  "The digest of what was sent is another one: this is not what the model read.";
export const whatWasSentIsNotRebuilt = () =>
  "What was sent cannot be proved, because a segment could not be rebuilt.";
export const theDigestsOfTheSegmentsDo = () =>
  "The digests of the segments do not add up to the digest of the whole prompt.";
export const whatThePromptWasMadeOf = () => "What the prompt was made of";
export const memoryPolicy = () => "memory policy";
export const segmentCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} segment`, `${number} segments`);
export const listOfSegments = () => "list of segments";
export const prompt = () => "prompt";
export const segmentsInTheOrderInWhich = () => "Segments in the order in which the model read them";
export const kind = () => "Kind";
export const agent = () => "Agent";
export const source = () => "Source";
export const bytes = () => "Bytes";
export const digest = () => "Digest";
export const wholePrompt = () => "Whole prompt";
export const noModelHasBeenCalledYet = () => "No model has been called yet.";
export const noModelWasCalled = () => "No model was called.";
export const modelCalls = () => "Model calls";
export const showMoreCalls = () => "Show more calls";
export const calls = () => "Calls";
export const showingOf = ({ shown, matching }: { shown: Value; matching: Value }) =>
  `Showing ${shown} of ${matching}`;
export const ofHop = () => "of hop";
export const inTheRun = ({ total }: { total: Value }) => `, ${total} in the run`;
export const showAll = () => "Show all";
export const aCallInHop = ({ agentId }: { agentId: Value }) => `A call of ${agentId} in hop`;
export const wasStoppedBeforeItWasMade = () => "was stopped before it was made: its policy";
export const doesNotLetIn = () => "does not let in";
export const loadingModelCalls = () => "Loading model calls";
export const whatItWasShown = () => "What it was shown";
export const closeAll = () => "Close all";
export const openAll = () => "Open all";
export const segment = () => "Segment";
export const rebuilt = () => "Rebuilt";
export const exact = () => "Exact";
export const loading = () => "Loading …";
export const content = () => "Content";
export const roleSystem = () => "System";
export const roleUser = () => "User";
export const roleData = () => "Data";
export const roleAssistant = () => "Assistant";
export const roleResult = () => "Result";
export const entryOfTool = ({ role, tool }: { role: Value; tool: Value }) => `${role} of ${tool}`;
export const callOf = ({ name }: { name: Value }) => `Call of ${name}`;
export const kindRunScratchpad = () => "Calls and results of this run";
export const kindSystemPrompt = () => "System prompt";
export const kindOwnInstructions = () => "Person's own instructions";
export const kindToolSchemas = () => "Tool schemas";
export const kindCurrentInput = () => "Current input";
export const kindAttachmentReference = () => "Attachment reference";
export const kindAttachmentContent = () => "Attachment content";
export const kindToolHistory = () => "Tool history";
export const kindContextState = () => "Context state";
export const kindStructuredFacts = () => "Structured facts";
export const kindSharedContext = () => "Shared context";
export const kindStepResult = () => "Step result";
export const kindRebuiltConversation = () => "Rebuilt conversation";
export const whatIsShownHasTheRecorded = () => "What is shown has the recorded digest.";
export const notAllowed = () => "Not allowed";
export const changedSince = () => "Changed since";
export const theSystemPromptHasChangedSince = () =>
  "The system prompt has changed since: what was sent then is no longer in the code.";
export const theInstructionsHaveChangedSince = () =>
  "The person has changed their own instructions since.";
export const theToolsHaveChangedSinceTheir = () =>
  "The tools have changed since: their schemas are different.";
export const inTheService = () => "In the service";
export const theServiceKeepsItsOwnPrompt = () =>
  "The service keeps its own prompt, tools and history to itself, and reports digests.";
export const notReported = () => "Not reported";
export const theServiceReportsNoTrace = () =>
  "The service reports nothing of this: it has no trace of the run, or did not answer.";
export const resultAsTheModelGotIt = () => "Result, as the service's model got it";
export const stateGone = () => "State gone";
export const theVersionOfTheStateIsGone = () =>
  "The version of the hidden state that it was made from is no longer stored.";
export const unreadable = () => "Unreadable";
export const theVersionOfTheStateCannotBeRead = () =>
  "The version of the hidden state that it was made from cannot be read.";
export const differs = () => "Differs";
export const whatIsStoredTodayGivesOther = () =>
  "What is stored today gives other bytes than those that were sent.";
export const notRecorded = () => "Not recorded";
export const theLogOfThisRunDoes = () => "The log of this run does not hold this text.";
export const tooLarge = () => "Too large";
export const itIsLargerThanWhatIs = () => "It is larger than what is put together for one look.";
export const roundOfCall = () => "Round";
export const hopOfCall = () => "Hop";
export const whatTheProviderSaid = () => "What the provider said";
export const repeatedWithout = ({ capability }: { capability: Value }) =>
  `Repeated without: ${capability}`;
export const tookOver = ({ connection }: { connection: Value }) => `${connection} took over`;
export const outputLimit = ({ tokens }: { tokens: Value }) =>
  `The model's own limit is ${tokens} tokens of output.`;
export const kindVisibleTurn = () => "Visible turn";
export const kindJudgedTurn = () => "Turns that are judged";
export const titleCall = () => "Title of the conversation";
export const titleCallExplained = () =>
  "One call after the end of this run, outside of its log. It read the visible turn and nothing else.";
export const titleTitled = () => "The model's title was taken.";
export const titleRefused = ({ reason }: { reason: Value }) =>
  `The model's answer was no title (${reason}); the first line stays.`;
export const titleKept = () => "The person had given a title meanwhile, which stays.";
export const titleFailed = ({ reason }: { reason: Value }) =>
  `The call failed (${reason}); the first line stays.`;
