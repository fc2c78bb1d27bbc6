/** The texts of inspector why. */
import { plural, type Value } from "./message.ts";

export const whyDidItKnowThis = () => "Why did it know this?";
export const theAnswer = () => "The answer";
export const wordsOfTheAnswer = () => "Words of the answer";
export const find = () => "Find";
export const askNothing = () => "Ask nothing";
export const selectWordsOfTheAnswerHere = () =>
  "Select words of the answer, here or in the conversation, or write them.";
export const nothingOfTheAnswerIsWritten = () => "Nothing of the answer is written yet.";
export const thisRunHasNoAnswerWords = () =>
  "This run has no answer. Words can be looked for all the same.";
export const writtenBy = ({ author }: { author: Value }) => `written by ${author}`;
export const thePerson = () => "the person";
export const aTool = () => "a tool";
export const theSystem = () => "the system";
export const theModel = () => "the model";
export const theCoordinator = () => "the coordinator";
export const times = ({ count }: { count: number }) => `${count} times`;
export const inCalls = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `In ${number} call`, `In ${number} calls`);
export const hop = ({ hopRef }: { hopRef: Value }) => `Hop ${hopRef}`;
export const itsRun = () => "Its run";
export const changeOfContextState = () => "Change of context state";
export const toolResult = () => "Tool result";
export const lookingForTheWords = () => "Looking for the words";
export const askWithWholeWordsOfThe = () =>
  "Ask with whole words of the answer that the person sees. Your role does not read what was behind it, so other words cannot be looked for there.";
export const standsInThatItWasShown = ({ count, number }: { count: number; number: Value }) =>
  plural(
    count,
    `stands in ${number} place that it was shown or remembers.`,
    `stands in ${number} places that it was shown or remembers.`,
  );
export const placesThatHoldTheWords = () => "Places that hold the words";
export const nothingThatItWasShownHolds = () =>
  "Nothing that it was shown holds these words: they came from the model itself.";
export const nothingThatCouldBeSearchedHolds = () =>
  "Nothing that could be searched holds these words. What could not be searched is named below.";
export const showingOfPlaces = ({ shown, found }: { shown: Value; found: Value }) =>
  `Showing ${shown} of ${found} places.`;
export const searched = ({
  segments,
  calls,
  changes,
}: {
  segments: Value;
  calls: Value;
  changes: Value;
}) => `Searched ${segments} of ${calls} and ${changes} of context state.`;
export const segmentCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} segment`, `${number} segments`);
export const callCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} call`, `${number} calls`);
export const newestOfCalls = ({
  count,
  newest,
  number,
}: {
  count: number;
  newest: Value;
  number: Value;
}) =>
  plural(
    count,
    `the newest ${newest} of ${number} call`,
    `the newest ${newest} of ${number} calls`,
  );
export const changeCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} change`, `${number} changes`);
export const notSearched = ({
  count,
  number,
  agentId,
}: {
  count: number;
  number: Value;
  agentId: Value;
}) =>
  plural(
    count,
    `Not searched: ${number} segment of ${agentId}.`,
    `Not searched: ${number} segments of ${agentId}.`,
  );
