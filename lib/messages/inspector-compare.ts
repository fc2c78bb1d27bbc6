/** The texts of inspector compare. */
import { plural, type Value } from "./message.ts";

export const neitherRunHasAHop = () => "Neither run has a hop.";
export const hops = () => "Hops";
export const inWord = () => "in";
export const out = () => "out";
export const theSameDigest = () => ", the same";
export const anotherDigest = () => ", another";
export const differencesOnly = () => "Differences only";
export const theListsAreTooDifferentTo = () =>
  "The lists are too different to be aligned one by one.";
export const left = () => "Left";
export const right = () => "Right";
export const noDifference = () => "No difference.";
export const showingOfPairsThoseThatDiffer = ({ pairs, all }: { pairs: Value; all: Value }) =>
  `Showing ${pairs} of ${all} pairs, those that differ.`;
export const neitherRunHasAPlan = () => "Neither run has a plan.";
export const theRightRunHasNoPlan = () => "The right run has no plan.";
export const theLeftRunHasNoPlan = () => "The left run has no plan.";
export const stepsOfThePlans = () => "Steps of the plans";
export const argumentsWord = () => "arguments";
export const same = () => "Same";
export const changed = () => "Changed";
export const onlyLeft = () => "Only left";
export const onlyRight = () => "Only right";
export const hidden = () => "Hidden";
export const onlyShapesAreCompared = () =>
  "What was written is hidden, so only the shapes of the two runs are compared. Open the payloads of both runs to compare words, arguments and state.";
export const wordsAreHidden = () => "Hidden: whether the words are the same is not told.";
export const compareRuns = () => "Compare runs";
export const figures = () => "Figures";
export const question = () => "Question";
export const nothingWasAsked = () => "Nothing was asked.";
export const answer = () => "Answer";
export const neitherRunHasAnAnswer = () => "Neither run has an answer.";
export const plan = () => "Plan";
export const state = () => "State";
export const loadingBothRuns = () => "Loading both runs";
export const figure = () => "Figure";
export const difference = () => "Difference";
export const duration = () => "Duration";
export const deviation = () => "Deviation";
export const notScored = () => "Not scored";
export const noPlan = () => "No plan";
export const noDifferenceOfFigures = () => "same";
export const timesPlannedAgain = () => "Times planned again";
export const rounds = () => "Rounds";
export const modelCalls = () => "Model calls";
export const toolCalls = () => "Tool calls";
export const tokensIn = () => "Tokens in";
export const tokensOut = () => "Tokens out";
export const neitherRunKnewOrKeptAnything = () => "Neither run knew or kept anything.";
export const stateOf = ({ agentId }: { agentId: Value }) => `State of ${agentId}`;
export const valuesAreTheSameDiffer = ({ same, differing }: { same: Value; differing: Value }) =>
  `${same} values are the same, ${differing} differ`;
export const valuesOfThatDiffer = ({ agentId }: { agentId: Value }) =>
  `Values of ${agentId} that differ`;
export const showingOfValuesThatDiffer = ({
  values,
  differing,
}: {
  values: Value;
  differing: Value;
}) => `Showing ${values} of ${differing} values that differ.`;
export const sideKnewNothing = ({ side }: { side: Value }) => `${side}: nothing known`;
export const versionKeptByTheRun = ({
  side,
  version,
  size,
}: {
  side: Value;
  version: Value;
  size: Value;
}) => `${side}: version ${version}, kept by the run, ${size}`;
export const versionKnownBefore = ({
  side,
  version,
  size,
}: {
  side: Value;
  version: Value;
  size: Value;
}) => `${side}: version ${version}, known before, unchanged, ${size}`;
export const cannotBeDecoded = () => "cannot be decoded";
export const leftRun = () => "Left run";
export const rightRun = () => "Right run";
export const compare = () => "Compare";
export const idsAndAddressesOfRunsAre = () => "Ids and addresses of runs are in the";
export const listOfRuns = () => "list of runs";
export const figuresQuestionAnswerPlanHopsAnd = () =>
  "Figures, question, answer, plan, hops and state of both runs stand here, side by side.";
export const idOrAddressOfARun = () => "Id or address of a run";
export const thisIsNoIdOfA = () => "This is no id of a run.";
export const loadingRunsOfTheSameConversation = () => "Loading runs of the same conversation";
export const runsOfTheSameConversation = () => "Runs of the same conversation";
export const otherRunsOf = () => "Other runs of “";
export const otherRunsOfEnd = () => "”";
export const thisConversationHasNoOtherRun = () => "This conversation has no other run.";
export const showingOfRuns = ({ others, amount }: { others: Value; amount: Value }) =>
  `Showing ${others} of ${amount} runs.`;
export const toolCallCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} tool call`, `${number} tool calls`);
export const swap = () => "Swap";
export const chooseAnother = () => "Choose another";
export const struckThrough = () => "struck through";
export const underlined = () => "underlined";
export const theTextsAreTooDifferentTo = () =>
  "The texts are too different to be compared word by word.";
export const theyHaveLittleInCommonSo = () =>
  "They have little in common, so each is shown in full.";
export const onlyLeftPrefix = () => "only left:";
export const onlyRightPrefix = () => "only right:";
export const exchangesAreTheSameDiffer = ({ same, differing }: { same: Value; differing: Value }) =>
  `Exchanges: ${same} the same, ${differing} different`;
export const exchangesOf = ({ agentId, side }: { agentId: Value; side: Value }) =>
  `Exchanges of ${agentId}, ${side}`;
export const showingOfExchanges = ({ exchanges, all }: { exchanges: Value; all: Value }) =>
  `Showing ${exchanges} of ${all} exchanges, those that differ first.`;
