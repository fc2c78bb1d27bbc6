/** The texts of a contested answer: for its person, and for the reviewers who judge it. */
import type { ContestedFor } from "../contracts/public/review/contest.ts";
import type { Value } from "./message.ts";

// For the person.

export const contest = () => "Something is wrong with this answer";
export const whatIsWrong = () => "What is wrong?";

const WRONG: Record<ContestedFor, string> = {
  "not-true": "It is not true",
  "not-asked": "It is not what I asked",
  "not-allowed": "It did something it should not have",
  "not-to-see": "It showed what it should not",
  "something-else": "Something else",
};
export const wrong = (what: ContestedFor) => WRONG[what];
/** Of a text that is no such thing: itself. */
export const wrongOrItself = (figure: string) =>
  Object.hasOwn(WRONG, figure) ? WRONG[figure as ContestedFor] : figure;

export const inYourWords = () => "In your words (optional)";
export const whoReads = () =>
  "A person reviews it. They read this conversation up to this answer, and you see that they did. You read here what they found.";
export const send = () => "Send";
export const sending = () => "Sending";
export const sent = ({ reference }: { reference: Value }) =>
  `It was received. Its reference is ${reference}.`;
export const verdictComes = () => "What comes of it is told here and on your account page.";
export const close = () => "Close";

export const waiting = ({ reference }: { reference: Value }) =>
  `You contested this answer (${reference}). It waits for a reviewer.`;
export const taken = ({ reference }: { reference: Value }) =>
  `You contested this answer (${reference}). A reviewer is looking at it.`;
export const foundWrong = ({ at }: { at: Value }) => `Found wrong on ${at}`;
const notFoundWrong = ({ at }: { at: Value }) => `Reviewed on ${at}: not found wrong`;
type Told = { upheld: boolean; at: string; corrected: boolean };
/** `at`: ISO 8601. */
export const verdictSays = ({ upheld, at: moment, corrected }: Told) => {
  const at = moment.slice(0, 10);
  if (corrected) return upheld ? correctedWrong({ at }) : correctedNotWrong({ at });
  return upheld ? foundWrong({ at }) : notFoundWrong({ at });
};
const correctedWrong = ({ at }: { at: Value }) => `Found wrong, corrected on ${at}`;
const correctedNotWrong = ({ at }: { at: Value }) => `Not found wrong, corrected on ${at}`;
export const reviewerWrote = ({ words }: { words: Value }) => `The reviewer: ${words}`;
export const isNews = () => "New";

export const contested = () => "Answers that you contested";
export const noContested = () => "You have not contested an answer.";
export const newVerdict = () => "There is a verdict on an answer that you contested";

// For reviewers.

export const review = () => "Review";
export const intro = () =>
  "Runs that people contested, that rules found, or that an admin sent. Whoever takes a case reads what its person read up to that answer, and the person sees that.";
export const takeNext = () => "Take next";
export const noneOpen = () => "No case is open for you.";
export const noCases = () =>
  "There is no case yet. One comes when a person contests an answer, or a rule finds a run.";
export const loading = () => "Loading the cases";
export const openCount = ({ number }: { number: Value }) => `${number} open`;
export const reference = () => "Reference";
export const why = () => "Why";
export const since = () => "Since";
export const state = () => "State";
export const contestedFor = ({ what }: { what: Value }) => `Contested: ${what}`;

const STATES = {
  open: "Open",
  taken: "Taken",
  judged: "Judged",
  closed: "Closed",
} as const;
export const stateName = (name: keyof typeof STATES) => STATES[name];
export const takenBy = ({ by }: { by: Value }) => `Taken by ${by}`;
export const takenByYou = () => "Taken by you";
export const ownCase = () => "Your own conversation: somebody else judges it";
export const upheldShort = () => "found wrong";
export const notUpheldShort = () => "not found wrong";
export const gone = () => "Somebody else has taken it, or it is judged.";

export const nextOrPrevious = () => "Next or previous case";
export const openTheCase = () => "Take the case, or go to yours";
export const keys = () => "Keys";
export const thisList = () => "This list";

export const caseTitle = ({ reference }: { reference: Value }) => `Case ${reference}`;
export const thePersonSays = () => "The person says";
export const noWords = () => "They left no words.";
export const yoursUntil = () => "Writing prolongs your time. Yours until";
export const verdict = () => "Verdict";
export const uphold = () => "The answer is wrong";
export const notUphold = () => "The answer is not wrong";
export const wordsForThePerson = () => "Words for the person";
export const wordsRequired = () => "Required where the answer is wrong. The person reads them.";
export const internalNote = () => "Note for reviewers";
export const noteHint = () => "The person does not see it.";
export const judge = () => "Give the verdict";
export const leave = () => "Leave the case";
export const draftKept = () => "Draft kept";
export const draftNotKept = () => "The draft is not kept";
export const asTold = () => "The person reads:";
export const toTheList = () => "To the list of cases";

export const giveForReview = () => "Give for review";
export const explained = () =>
  "Who has a run for review reads what the person and the assistant said in it. What agents and tools wrote stays masked for them.";
export const noAuditors = () => "There is no auditor.";
export const loadingAuditors = () => "Loading the auditors";
