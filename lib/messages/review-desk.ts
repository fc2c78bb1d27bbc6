/** The texts of the place where a reviewer works: the list, a case, comments, whose it is, and their own day. */
import { plural, type Value } from "./message.ts";

type Count = { count: number; number: Value };

// What the person saw.

export const person = () => "Person";
export const assistant = () => "Assistant";
export const question = () => "Question to the person";
export const notDecided = () => "Not decided";
export const pictures = () => "Pictures";
export const files = () => "Files";
export const earlierLeftOut = ({ count, number }: Count) =>
  plural(
    count,
    `${number} earlier message is left out.`,
    `${number} earlier messages are left out.`,
  );

// The list.

export const shown = () => "Which cases";
const SHOWN = {
  open: "Open",
  mine: "Yours",
  aside: "Put aside",
  overdue: "Overdue",
  judged: "Judged",
} as const;
export const shownName = (name: keyof typeof SHOWN) => SHOWN[name];
export const all = () => "All";
export const noneShown = () => "There is no such case.";
export const showing = ({ from, to, total }: { from: Value; to: Value; total: Value }) =>
  `${from} to ${to} of ${total}`;
export const pages = () => "Pages of the list";
export const previous = () => "Previous";
export const next = () => "Next";
export const assignedTo = ({ name }: { name: Value }) => `For ${name}`;
export const assignedToYou = () => "For you";
export const asideUntil = ({ at }: { at: Value }) => `Put aside until ${at}`;
export const overdue = () => "Overdue";
export const yourWork = () => "Your work";

// A case.

export const nextCase = () => "Next case";
export const nextIs = ({ reference }: { reference: Value }) => `Next: ${reference}`;
export const findings = () => "Findings";
export const selfReports = () =>
  "It says that it did something, and no call of a tool is recorded:";

export const comments = ({ count }: { count: number }) =>
  count === 0 ? "Comments" : `Comments (${count})`;
export const noComments = () => "Nobody has written a comment.";
export const othersLater = () =>
  "Others judge this case as well. You read what they write once all have judged.";
export const comment = () => "Comment for other reviewers";
export const commentHint = () => "The person does not see it.";
export const addComment = () => "Add";
export const goneAccount = () => "A deleted account";
export const you = () => "You";

export const whose = () => "Whose it is";
export const nobodys = () => "Nobody’s";
export const takeOver = () => "Make it yours";
export const giveBack = () => "Give it back";
export const putAside = () => "Put aside";
export const untilWhen = () => "Until";
export const bringBack = () => "Bring back";
export const asideHint = () =>
  "Until then it is nobody’s next case. You leave it; your draft is not kept.";

// Keys.

export const keyNext = () => "Take the next case, once this one is judged";
export const keyComment = () => "To the comments";
export const keyAside = () => "Put the case aside";
export const keyFilter = () => "All, open, yours, put aside, overdue, judged";
export const keyOwnWork = () => "Your work";

// The reviewer's own page.

export const mineTitle = () => "Your work";
export const mineIntro = () =>
  "The cases that you have, and what you judged today. A case’s time runs from when you took it to your verdict.";
export const loadingMine = () => "Loading your work";
export const judgedToday = () => "Judged today";
export const foundWrongToday = () => "Found wrong";
export const medianTime = () => "Median time";
export const assignedNow = () => "Waiting for you";
export const yourSeats = () => "Cases that you have";
export const noSeats = () => "You have no case now.";
export const until = () => "Yours until";
export const draft = () => "Draft";
export const draftKept = () => "Kept";
export const noDraft = () => "None";
export const todaysVerdicts = () => "Today’s verdicts";
export const noVerdicts = () => "You have judged no case today.";
export const verdict = () => "Verdict";
export const at = () => "At";
export const took = () => "Took";
