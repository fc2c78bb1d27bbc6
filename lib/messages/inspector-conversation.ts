/** The texts of inspector conversation. */
import { plural, type Value } from "./message.ts";

export const masked = () => "Masked: this run was not given to you for review.";
export const maskedOtherReview = () =>
  "Masked: this belongs to another run, which was not given to you for review.";
export const maskedOtherRun = () =>
  "Masked: this belongs to another run, which needs a reason of its own.";
export const maskedUntilConfirmed = () => "Masked until another admin confirms your reason.";
export const maskedUntilReason = () => "Masked until you give a reason.";
export const showAll = () => "Show all";
export const showLess = () => "Show less";
export const rawText = () => "Raw text";
export const assistant = () => "Assistant";
export const person = () => "Person";
export const stopped = () => "Stopped";
export const interrupted = () => "Interrupted";
export const failed = () => "Failed";
export const noAnswerWasWritten = () => "No answer was written";
export const thisRun = () => "This run";
export const openItsRun = () => "Open its run";
export const replacedByARetryThePerson = () =>
  "Replaced by a newer version, a retry or a continued one: the person no longer sees this one.";
export const whatThePersonSees = () => "What the person sees";
export const showingOfMessages = ({
  messages,
  messageCount,
}: {
  messages: Value;
  messageCount: Value;
}) => `Showing ${messages} of ${messageCount} messages`;
export const howTheAnswerArrived = () => "How the answer arrived";
export const showingOfPieces = ({ shown, pieceCount }: { shown: Value; pieceCount: Value }) =>
  `Showing ${shown} of ${pieceCount} pieces`;
export const rawFrames = () => "Raw frames";
export const nothingHadArrivedAtThatMoment = () => "Nothing had arrived at that moment.";
export const status = () => "Status:";
export const sources = () => "Sources:";
export const end = () => "End:";
export const sentToThePerson = () => "Sent to the person";
export const withheld = () => "Withheld";
export const headingMeaning = () =>
  "Each piece of the answer in the order in which the person's browser received it, with seconds since the run began.";
export const byteCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} byte`, `${number} bytes`);
