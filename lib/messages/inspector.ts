/** The texts of inspector. */
import type { Value } from "./message.ts";

export const findingAndMore = ({ words, more }: { words: Value; more: Value }) =>
  `${words} +${more}`;
export const liked = () => "Liked";
export const disliked = () => "Disliked";
export const personWrote = () => "The person wrote:";
export const speculativeDiscarded = () => "Speculative, discarded";
export const tryAgain = () => "Try again";
export const theServerDidNotAnswer = () => "The server did not answer.";
export const theServerCannotBeReachedRight = () => "The server cannot be reached right now.";
export const whatTheServerSentCouldNot = () =>
  "What the server sent could not be read. Reload the page.";
export const shownContentIsOld = () => "What you see is from before.";
export const inspector = () => "Inspector";
export const halfsilver = () => "Halfsilver";
export const chat = () => "Chat";
export const overview = () => "Overview";
export const runs = () => "Runs";
export const deviation = () => "Deviation";
export const compare = () => "Compare";
export const models = () => "Models";
export const tools = () => "Tools";
export const system = () => "System";
export const decode = () => "Decode";
export const inConversation = () => "in “";
export const inConversationEnd = () => "”";
export const running = () => "Running";
export const complete = () => "Complete";
export const stopped = () => "Stopped";
export const interrupted = () => "Interrupted";
export const failed = () => "Failed";
export const noAnswer = () => "No answer";
export const ok = () => "OK";
export const denied = () => "Denied";
export const audit = () => "Audit";
export const erasure = () => "Erasure";
export const maskedRun = () => "Masked";
export const spending = () => "Spending";
export const waitsForApproval = () => "Waits for approval";
export const waitsForApprovalMeaning = () =>
  "The person has not decided yet, and the call has not run.";
export const approved = () => "Approved";
export const approvedMeaning = () =>
  "The person approved the call. It did not run in this run, but in the one that follows the approval.";
export const declined = () => "Declined";
export const declinedMeaning = () => "The person declined the call, and it did not run.";
export const expired = () => "Approval expired";
export const expiredMeaning = () =>
  "The person wrote something else in place of a decision, and the call did not run.";
