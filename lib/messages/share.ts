/** The texts of share. */
import { plural, type Value } from "./message.ts";

export const dialogTitle = () => "Share a copy";
export const whatIsSeen = ({ count, number }: { count: number; number: Value }) =>
  plural(
    count,
    `Anyone with the link can read a copy of this conversation as it is now: ${number} message. What you write later is not in it.`,
    `Anyone with the link can read a copy of this conversation as it is now: ${number} messages. What you write later is not in it.`,
  );
export const withPictures = ({ count, number }: { count: number; number: Value }) =>
  plural(
    count,
    `${number} picture of the answers is part of it.`,
    `${number} pictures of the answers are part of it.`,
  );
export const withoutFiles = ({ count, number }: { count: number; number: Value }) =>
  plural(
    count,
    `${number} file is named and not included.`,
    `${number} files are named and not included.`,
  );
export const withoutWriting = () =>
  "The answer that is being written is left out, with its question.";
export const neverSaid = () => "Your e-mail address is never shown.";
export const showName = ({ name }: { name: Value }) => `Show my name (${name})`;
export const create = () => "Create the link";
export const creating = () => "Creating …";
export const nothingYet = () =>
  "There is nothing to share yet: the first answer is still being written.";
export const link = () => "Link";
export const copyLink = () => "Copy the link";
export const copied = () => "Copied";
export const open = () => "Open it";
export const frozenAs = ({ moment }: { moment: Value }) => `The copy is of ${moment}.`;
export const update = () => "Make a new copy";
export const updating = () => "Copying …";
export const updated = () => "The link shows a new copy.";
export const revoke = () => "Revoke the link";
export const revoked = () => "The link no longer leads anywhere.";
export const cannotBeShown = () =>
  "This link cannot be shown again, because the server has a new secret. A new copy gets a new link, and the old one ends.";
export const loading = () => "Looking for a link";
export const unreachable = () =>
  "The server cannot be reached. Check your connection and try again.";
export const myLinks = () => "Shared links";
export const myLinksExplained = () =>
  "Anyone with one of these links can read the copy behind it, without signing in.";
export const noLinks = () => "You have shared nothing.";
export const linksAreOff = () =>
  "Links are switched off here: none of these leads anywhere at present.";
export const revokeNamed = ({ title }: { title: Value }) => `Revoke the link to ${title}`;
export const pageKind = () => "Shared copy";
export const pageWhat = ({ product, moment }: { product: Value; moment: Value }) =>
  `A copy of a conversation with ${product}, as it was on ${moment}. It does not change when the conversation goes on.`;
export const pageBy = ({ name }: { name: Value }) => `Shared by ${name}`;
export const pageGenerated = () => "A model wrote the answers. They can be wrong.";
export const person = () => "Person";
export const assistant = () => "Assistant";
export const messages = () => "Conversation";
export const pictures = () => "Pictures";
export const files = () => "Files that are not part of the copy";
export const fileLeftOut = ({ name }: { name: Value }) => `${name} (not part of the copy)`;
export const sources = () => "Sources";
export const sourceAt = ({ number, name, host }: { number: Value; name: Value; host: Value }) =>
  `Source ${number}: ${name}, at ${host}`;
export const source = ({ number, name }: { number: Value; name: Value }) =>
  `Source ${number}: ${name}`;
export const endStopped = () => "This answer was stopped.";
export const endInterrupted = () => "This answer was interrupted.";
export const endFailed = () => "This answer could not be finished.";
export const endEmpty = () => "The model ended without an answer.";
