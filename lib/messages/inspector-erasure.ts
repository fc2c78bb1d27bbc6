/** The texts of inspector erasure. */
import { plural, type Value } from "./message.ts";

export const erasure = () => "Erasure";
export const intro = () =>
  "What is erased here is gone from every table, with everything behind it: messages, logs, memory, files, and the copies of the service. The audit trail keeps who erased what, when and under which rule, and still verifies.";
export const subject = () => "Conversation or person";
export const subjectHint = () => "The id of a conversation, or the e-mail address of an account.";
export const notASubject = () => "This is neither the id of a conversation nor an e-mail address.";
export const look = () => "See what would be erased";
export const looking = () => "Counting …";
export const result = () => "What would be erased";
export const conversationOf = ({ email }: { email: Value }) => `A conversation of ${email}`;
export const accountOf = ({ email }: { email: Value }) => `The account ${email}, with all sessions`;
export const conversations = () => "Conversations";
export const messages = () => "Messages";
export const runs = () => "Runs";
export const files = () => "Files";
export const links = () => "Shared links";
export const wholePerson = () => "Erase the whole account instead";
export const confirm = ({ word }: { word: Value }) => `Type ${word} to confirm`;
export const confirmHint = () =>
  "This cannot be undone. Backups that were made before keep it until they are deleted or restored.";
export const erase = () => "Erase for good";
export const erasing = () => "Erasing …";
export const erased = ({ count, number }: { count: number; number: Value }) =>
  plural(
    count,
    "Erased: one row. The audit trail has a tombstone.",
    `Erased: ${number} rows. The audit trail has a tombstone.`,
  );
export const gone = () => "There is nothing of that name. It may have been erased before.";
export const stillRunning = () =>
  "An answer is being written. Stop it, or wait for its end, and erase then.";
export const lastAdmin = () => "This is the last admin. Make another account an admin first.";
export const unconfirmed = () => "What you typed does not match. Nothing was erased.";
export const retention = () => "How long each class is kept";
export const retentionHint = () =>
  "Settings of this deployment; every night what is older is erased, and that is on record.";
export const whatIsKept = () => "What";
export const kept = () => "Kept";
export const forGood = () => "until somebody erases it";
export const days = ({ count, number }: { count: number; number: Value }) =>
  plural(count, "one day", `${number} days`);
export const classMessages = () => "Conversations, from their last turn";
export const classLogPayloads = () => "Contents of logs, from the end of the run";
export const classLog = () => "Logs of runs, by whole months, from the end of the month";
export const classHiddenState = () => "Memory of agents, from the last turn";
export const classContextDeltas = () => "Changes of memory that is gone, from the last turn";
export const classAttachments = () => "Files, from their upload";
export const classReviews = () => "Words of reviews, from the last one in the case";
export const classAudit = () => "Details of the audit trail";
export const leaving = () => "Accounts that their people deleted";
export const leavingHint = () =>
  "Nobody is signed in to them. Until the day named, their person can keep them; then everything is erased.";
export const erasedOn = ({ day }: { day: Value }) => `erased on ${day}`;
