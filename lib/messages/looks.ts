/** The texts of looks. */
import type { Value } from "./message.ts";

type MissingValues = { count: Value; after: Value; before: Value };

export const title = () => "Who looked";
export const menu = () => "Your account";
export const unseen = () => "Somebody has looked at what you wrote";
export const back = () => "Back to the chat";
export const signedInAs = ({ email }: { email: Value }) => `Signed in as ${email}`;
export const intro = () =>
  "The agents behind the chat keep notes that you do not see. Here is who opened them, and who searched everybody's words and found you, for which of your conversations, when, and why. Each look has a number and is sealed in a signed trail. Your browser checks here that the trail has each line, and that no number is missing. The name of an account and the title of a conversation are not in the trail, and your browser does not check who confirmed a look.";
export const none = () => "Nobody has looked.";
export const list = () => "Who looked at what you wrote";
export const openedAll = () => "opened everything behind an answer in";
export const openedField = () => "revealed one value behind an answer in";
export const takenForReview = () =>
  "took for review, and may read what you read up to that answer in";
export const reasonGiven = ({ reason }: { reason: Value }) => `Reason: ${reason}`;
export const reasonErasedForAge = ({ days }: { days: Value }) =>
  `The reason was erased: reasons were kept for ${days} days.`;
export const reasonErasedWithAccount = () =>
  "The reason was erased. The server says that an account was deleted since: reasons that name an account are erased with it.";
export const reasonErasedWithConversation = () =>
  "The reason was erased. The server says that it was erased together with a conversation that it concerned.";
export const reasonErasedByNoRule = () =>
  "The reason was erased, and no rule on record covers that. Tell the people who run this server.";
export const confirmedBy = ({ by }: { by: Value }) => `A second admin confirmed it: ${by}`;
export const confirmedByGone = () => "A second admin confirmed it, whose account was deleted.";
export const found = () => "searched everybody's words and found this conversation:";
export const noReason = () => "No reason was asked for.";
export const goneAccount = () => "An account that was deleted";
export const goneConversation = () => "a conversation that was deleted";
export const roleAdmin = () => "admin";
export const roleAuditor = () => "auditor";
export const sealed = ({ place }: { place: Value }) => `Sealed as number ${place}`;
export const waiting = () => "Being sealed";
export const broken = () =>
  "This line is not what was sealed. Tell the people who run this server.";
export const checking = () => "Checking";
export const checkingAll = () => "Your browser is checking each line.";
export const notChecked = () =>
  "The lines could not be checked, because the server sent no proof. Reload the page to try again.";
export const allProved = ({ from, to }: { from: Value; to: Value }) =>
  `Your browser has checked each line: the signed trail has it, and no look from number ${from} to number ${to} is missing.`;
export const allProvedUnnumbered = () =>
  "Your browser has checked each line: the signed trail has it. These looks are from before they were numbered, so a missing one would not show here.";
export const someNotProved = ({ count }: { count: Value }) =>
  `Lines that are not proved: ${count}. Tell the people who run this server.`;
export const missingBetween = ({ count, after, before }: MissingValues) =>
  `Looks that are missing between number ${after} and number ${before}: ${count}.`;
export const missingBefore = ({ count, before }: Omit<MissingValues, "after">) =>
  `Looks that are missing before number ${before}: ${count}.`;
export const missingNewest = ({ count, after }: Omit<MissingValues, "before">) =>
  `Looks that are missing after number ${after}: ${count}.`;
export const missingAll = ({ count }: { count: Value }) => `Looks that are missing here: ${count}.`;
export const proved = () => "Proved";
export const provedAs = ({ seq }: { seq: Value }) => `Proved: look number ${seq}`;
export const provedButReason = ({ seq }: { seq: Value }) =>
  `Proved but for its reason: look number ${seq}`;
export const provedUnnumberedButReason = () => "Proved but for its reason";
export const notProved = ({ why }: { why: Value }) => `Not proved: ${why}`;
export const noProof = () => "the server sent no proof";
export const noteUnreadable = () => "no key of this server has signed the trail";
export const notIncluded = () => "the signed trail does not have it";
export const differs = () => "the signed trail says something else";
export const erasureUnproved = () =>
  "no row of the signed trail says that reasons of its age were erased";
export const numberWrong = () => "its number does not fit its place";
export const offSince = ({ at, by }: { at: Value; by: Value }) =>
  `Since ${at} people here are not told who looks at what they wrote. Two administrators agreed on that: ${by} was the second one.`;
export const onSince = ({ at }: { at: Value }) =>
  `Since ${at} people here are told again who looks at what they wrote.`;
export const glass = () => "People see who looks at what they wrote";
export const glassOff = () => "People do not see who looks at what they wrote";
export const glassExplained = () =>
  "Each person's account page lists who opened payloads of their conversations or found them by their words, when, and the reason that was typed. To change this takes two admins, and everybody is told.";
export const why = () => "Why?";
export const whyHint = () => "e.g. An investigation that was decided on";
export const askOff = () => "Ask to turn it off";
export const askOn = () => "Ask to turn it on";
export const askedOff = ({ by, reason }: { by: Value; reason: Value }) =>
  `${by} asks to turn it off: ${reason}`;
export const askedOn = ({ by, reason }: { by: Value; reason: Value }) =>
  `${by} asks to turn it on: ${reason}`;
export const agree = () => "Agree";
export const waitsForAnother = () => "Another admin must agree.";
export const unknownAdmin = () => "An admin";
