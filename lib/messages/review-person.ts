/** The texts of a verdict that returns: appeal, what leaves memory, and the mark of an answer that was found wrong. */
import type { PublicContest } from "../contracts/public/review/contest.ts";
import type { Value } from "./message.ts";
import * as text from "./review.ts";

// For the person.

export const appeal = () => "Ask for another reviewer";
export const whyAppeal = () => "What did the reviewer get wrong?";
export const whoJudgesAgain = () =>
  "Somebody who has not judged this answer reads it, once. What they find counts.";
export const sendAppeal = () => "Send";
export const sendingAppeal = () => "Sending";
const appealWaits = () => "You asked for another reviewer. It waits for one.";
const appealTaken = () => "You asked for another reviewer, who is looking at it.";
const ratedWaits = () => "You rated this answer down. It waits for a reviewer.";
const ratedTaken = () => "You rated this answer down. A reviewer is looking at it.";
export const ratedDown = () => "you rated it down";
export const hasLeftMemory = () =>
  "The assistant does not remember this question and its answer any more.";
export const showVerdicts = () => "Say on the page which answers were found wrong";

/** Where an answer stands that its person contested or rated down. Null where nothing is waited for. */
export function stateOf(contest: PublicContest): string | null {
  const { state, what, appealedAt } = contest;
  if (state === "judged") return null;
  const isTaken = state === "taken";
  if (appealedAt !== null) return isTaken ? appealTaken() : appealWaits();
  if (what === null) return isTaken ? ratedTaken() : ratedWaits();
  return isTaken ? text.taken(contest) : text.waiting(contest);
}

// For reviewers.

export const leavesMemory = () => "This exchange leaves memory";
export const leavesMemoryHint = () =>
  "No later prompt of this conversation holds it. A correction does not bring it back.";
export const hasLeft = () => "The exchange has left memory.";
export const leftInState = ({ agent, fields }: { agent: Value; fields: Value }) =>
  `Changed again since, so it stays in the memory of ${agent}: ${fields}.`;

// Beside a receipt.

export const verdictTitle = () => "What a reviewer found";
export const verdictFound = ({ at, place }: { at: Value; place: Value }) =>
  `A reviewer found this answer wrong on ${at}. That is event ${place} of the trail, and no part of the receipt: the text is still what the person was shown.`;
export const verdictNotFound = ({ at, place }: { at: Value; place: Value }) =>
  `A reviewer did not find this answer wrong on ${at}. That is event ${place} of the trail.`;
export const verdictBroken = () =>
  "The file also says what a reviewer found, but that does not hold.";
