/** The texts of inspector context. */
import { plural, type Value } from "./message.ts";

export const turnBeforeQuestion = ({ turn }: { turn: Value }) => `Turn ${turn},`;
export const betweenTwoTurns = () => "Between two turns";
export const correctedByThePerson = () => "corrected by the person";
export const byTheOrigin = ({ origin }: { origin: Value }) => `by the ${origin}`;
export const hop = () => "hop";
export const unknown = () => "unknown";
export const blame = () => "Blame";
export const whichHopSet = () => "Which hop set";
export const answersPlatform = () => "/answers/platform";
export const askAboutNoPath = () => "Ask about no path";
export const chooseAPathHereOrPress = () => "Choose a path here, or press one above.";
export const noDeltaUpToTouchedIt = ({ ordinal }: { ordinal: Value }) =>
  `No delta up to ${ordinal} touched it.`;
export const lastSetBy = () => "Last set by";
export const delta = ({ ordinal }: { ordinal: Value }) => `delta ${ordinal}`;
export const touchedIt = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `; ${number} delta touched it`, `; ${number} deltas touched it`);
export const showingOf = ({ shown, touched }: { shown: Value; touched: Value }) =>
  `Showing ${shown} of ${touched}`;
export const replayingTheRecordedPatches = () => "Replaying the recorded patches";
export const checkOfTheChain = () => "Check of the chain";
export const replayedOfDigestsMatch = ({
  matching,
  replayed,
}: {
  matching: Value;
  replayed: Value;
}) => `Replayed: ${matching} of ${replayed} digests match`;
export const findingsInTheChain = () => "Findings in the chain";
export const deltaHeading = ({ ordinal }: { ordinal: Value }) => `Delta ${ordinal}`;
export const showingOfFindings = ({
  findings,
  findingCount,
}: {
  findings: Value;
  findingCount: Value;
}) => `Showing ${findings} of ${findingCount}`;
export const noStateIsStoredBesideThe = () => "No state is stored beside the deltas";
export const storedVersion = ({ version, detail }: { version: Value; detail: Value }) =>
  `Stored version ${version}: ${detail}`;
export const theStateInForceIsNot = () =>
  "The state in force is not the one that the deltas lead to";
export const showingOfStoredVersionsEachIs = ({
  storedChecked,
  storedCount,
}: {
  storedChecked: Value;
  storedCount: Value;
}) =>
  `Showing ${storedChecked} of ${storedCount} stored versions: each is the state after a recorded delta`;
export const storedVersionsAreStatesAfterDeltas = ({
  count,
  number,
}: {
  count: number;
  number: Value;
}) =>
  plural(
    count,
    "The stored version is the state after a recorded delta",
    `All ${number} stored versions are states after recorded deltas`,
  );
export const noAgentOfThisConversationHas = () =>
  "No agent of this conversation has changed structured memory.";
export const changesOfThisRunAreRecorded = () => "What this run changes is recorded when it ends.";
export const whoseMemory = () => "Whose memory";
export const loadingTheContextState = () => "Loading the context state";
export const noDeclaredSchema = () => "no declared schema";
export const deltaCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} delta`, `${number} deltas`);
export const showingOfDeltas = ({
  count,
  shown,
  number,
}: {
  count: number;
  shown: Value;
  number: Value;
}) => plural(count, `showing ${shown} of ${number} delta`, `showing ${shown} of ${number} deltas`);
export const beforeTheFirstDelta = () => "Before the first delta";
export const oneDeltaBack = () => "One delta back";
export const oneDeltaOn = () => "One delta on";
export const theLastDelta = () => "The last delta";
export const beforeTheFirst = () => "Before the first";
export const of = ({ last }: { last: Value }) => `of ${last}`;
export const deltaSlider = () => "Delta";
export const sliderBeforeTheFirstDelta = () => "before the first delta";
export const sliderAtDelta = ({ ordinal, last }: { ordinal: Value; last: Value }) =>
  `delta ${ordinal} of ${last}`;
export const deltaIsOfTurn = ({ turn }: { turn: Value }) => `turn ${turn}`;
export const deltaIsBetweenTwoTurns = () => "between two turns";
export const turns = () => "Turns";
export const turn = ({ turn }: { turn: Value }) => `Turn ${turn}`;
export const person = () => "Person";
export const ofThisRun = ({ turn }: { turn: Value }) => `${turn} · this run`;
export const deltasOfTurn = ({ turn, first, last }: { turn: Value; first: Value; last: Value }) =>
  `${turn}: deltas ${first} to ${last}`;
export const aCorrectionByThePerson = () => "A correction by the person";
export const setByDelta = ({ by }: { by: Value }) => `Set by delta ${by}`;
export const setByDeltaGoThere = ({ by }: { by: Value }) => `Set by delta ${by}: go there`;
export const state = () => "State";
export const markWas = () => "was";
export const markChanged = () => "changed";
export const findingWithDetail = ({ finding, detail }: { finding: Value; detail: Value }) =>
  `Finding: ${finding} (${detail})`;
export const patchInvalid = () => "the patch cannot be applied";
export const digestDiffers = () => "the digest differs from the recorded one";
export const chainBroken = () => "the chain is broken before it";
export const begunAnew = () => "the memory was begun anew";
export const ordinalMissing = () => "a delta before it is missing";
export const schemaInvalid = () => "the state does not fit its schema";
export const before = () => "Before";
export const after = () => "After";
export const to = () => "to";
export const replayAgrees = () => "replay agrees with the record";
export const replayGivesAnotherDigest = () => "replay gives another digest";
export const itChangedNothing = () => "It changed nothing.";
export const whatChanged = () => "What changed";
export const added = () => "added";
export const removed = () => "removed";
export const replaced = () => "replaced";
export const notInTheSchema = () => "not in the schema";
export const unknownKeys = ({ count, number }: { count: number; number: Value }) =>
  plural(
    count,
    `${number} key of this delta is not in its schema, and changed nothing.`,
    `${number} keys of this delta are not in its schema, and changed nothing.`,
  );
export const theDeltaAsSentBy = ({ origin }: { origin: Value }) =>
  `The delta as the ${origin} sent it`;
export const theStateAfterItOfJson = ({ stateBytes }: { stateBytes: Value }) =>
  `The state after it: ${stateBytes} of JSON`;
export const memoryOf = ({ agentId }: { agentId: Value }) => `Memory of ${agentId}`;
export const replayingUpToThisDelta = () => "Replaying up to this delta";
export const thereFromTheBeginning = () => "There from the beginning";
export const refusedChanges = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} change was refused`, `${number} changes were refused`);
export const showingOfRefusals = ({ shown, number }: { shown: Value; number: Value }) =>
  `Showing the newest ${shown} of ${number}.`;
export const refusedAtHop = ({ hopRef }: { hopRef: Value }) => `hop ${hopRef}`;
export const refusedInAnotherRun = () => "in another run";
export const refusedAttempt = ({ attempt }: { attempt: Value }) => `attempt ${attempt}`;
