/** The texts of inspector opening. */
import { plural, type Value } from "./message.ts";

export const masked = () => "What people, models and tools wrote is masked";
export const maskedAfter = () =>
  "Your reason has ended: what people, models and tools wrote is masked again";
export const whyReason = ({ minutes }: { minutes: Value }) =>
  `Give a reason, and this run is open to you for ${minutes} minutes. It is on record before anything is shown.`;
export const whyReasonAgain = ({ minutes }: { minutes: Value }) =>
  `Give a reason again, and this run is open to you for another ${minutes} minutes. It is on record before anything is shown.`;
export const whyReasonConfirmed = ({ minutes }: { minutes: Value }) =>
  `Give a reason. Once another admin has confirmed it, this run is open to you for ${minutes} minutes. Both are on record before anything is shown.`;
export const ask = () => "Ask to open";
export const onlyAdmin = () =>
  "You are the only admin of this server, so nobody can confirm this. Somebody else needs an account with the role admin.";
export const refusedBy = ({ by }: { by: Value }) => `${by} refused your request.`;
export const requests = () => "Asked to read";
export const asksToRead = ({ by }: { by: Value }) => `${by} asks to read`;
export const asksToSearch = ({ by, words }: { by: Value; words: Value }) =>
  `${by} asks to search what everybody said for “${words}”.`;
export const theRun = () => "this run";
export const goneAdmin = () => "An admin";
export const askedAt = () => "Asked";
export const endsAt = () => "Ends";
export const waitsForAnother = () => "Another admin must confirm this.";
export const confirm = () => "Confirm";
export const refuse = () => "Refuse";
export const requestsWait = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} request waits for you`, `${number} requests wait for you`);
export const personIsTold = () => "The person who chatted reads it on their account page.";
export const personIsNotTold = () => "At present people here are not told who looks.";
export const reason = () => "Why do you look?";
export const reasonHint = () => "e.g. A complaint about this answer";
export const reasonShort = () => "At least 4 characters.";
export const open = () => "Open payloads";
export const opening = () => "Opening…";
export const reveal = () => "Reveal…";
export const revealTitle = () => "Reveal one value";
export const whyReveal = () =>
  "It is shown to you for ten minutes. The reason is on record before it is shown.";
export const show = () => "Show the value";
export const maskedAgain = ({ time }: { time: Value }) => `Masked again at ${time}`;

export const narrowedToOpened = () =>
  "Words were looked for only in the runs that are open to you. An id finds every run.";
export const narrowedToReviewed = () =>
  "Words were looked for only in the runs that were given to you for review. An id finds every run.";
export const searchWaits = () =>
  "Your search of everything waits for another admin. Until one confirms it, words are looked for only in the runs that are open to you.";
export const searchRefused = () =>
  "Another admin refused your search of everything. Words were looked for only in the runs that are open to you.";
export const searchEverything = () => "Search everything with a reason";
export const whySearch = () =>
  "Your words and the reason are on record before anything is shown. The person who wrote a conversation that is found reads on their account page that you searched and why. What they wrote stays masked.";
export const searchReason = () => "Why do you search?";
export const search = () => "Search";
