/** The texts of notice. */
import { plural, type Value } from "./message.ts";

export const title = () => "How your conversations are handled";
export const intro = () => "This follows from the settings that are in force on this server.";
export const back = () => "Back to the chat";
export const before = () => "Before you write";
export const understood = () => "Understood";
export const readAll = () => "Read all of it";
export const answersTitle = () => "Who answers";
export const answersModel = ({ name }: { name: Value }) =>
  `A language model answers: ${name}. It can be wrong, so check what matters.`;
export const answersDemo = () =>
  "The demo model answers. It follows fixed rules and knows little; it is there to try the product.";
export const recordedTitle = () => "What is recorded";
export const recorded = () =>
  "Your messages, your files, the answers, and what was done to answer them: what the model was asked, which tools were used, and what is remembered for later turns.";
export const looksTitle = () => "Who may look";
export const adminsWithReason = () =>
  "Administrators of this server, after typing a reason that is put on record.";
export const adminsConfirmed = () =>
  "Administrators of this server, after typing a reason that is put on record and that a second administrator confirms.";
export const searchesWithReason = () =>
  "With a reason, they may also search what everybody said; what is found stays hidden until a reason opens it.";
export const searchesConfirmed = () =>
  "With a reason that a second administrator confirms, they may also search what everybody said; what is found stays hidden until another reason opens it.";
export const searchesFreely = () => "They may also search what everybody said.";
export const adminsFreely = () => "Administrators of this server.";
export const auditorsAlways = () => "Auditors may read what was said.";
export const auditorsReviewed = () =>
  "Auditors see that there were turns, and read what was said only where an administrator gives them one for review.";
export const youAreTold = () =>
  "Your account page lists who looked or found you by a search, when and why.";
export const youAreNotTold = () =>
  "You are not told who looked: two administrators have turned that off.";
export const keptTitle = () => "How long it is kept";
export const ofConversations = () => "Conversations";
export const ofFiles = () => "Files";
export const ofReviews = () => "What is written of an answer that you contest, once it is judged";
export const ofRecords = () => "The record of what was done";
export const ofMemory = () => "What is remembered for later turns";
export const keptUntilDeleted = ({ what }: { what: Value }) => `${what}: until deleted.`;
export const keptForDays = ({ count, what }: { count: number; what: Value }) =>
  plural(count, `${what}: ${count} day.`, `${what}: ${count} days.`);
export const endTitle = () => "When you delete";
export const end = () =>
  "A deleted conversation is erased everywhere after ten seconds in which you can undo it. What stays are digests in the audit trail, from which nothing can be read: they prove that the trail was not rewritten.";
export const summaryModel = ({ name }: { name: Value }) =>
  `A language model (${name}) answers, and it can be wrong.`;
export const summaryDemo = () => "The demo model answers; it knows little.";
export const summaryTold = () =>
  "What is said here is recorded. Administrators may look, and you can see who did.";
export const summaryNotTold = () => "What is said here is recorded, and administrators may look.";
export const summaryKept = () => "It is kept until you delete it.";
export const summaryKeptDays = ({ count }: { count: number }) =>
  plural(count, `It is kept for ${count} day.`, `It is kept for ${count} days.`);
