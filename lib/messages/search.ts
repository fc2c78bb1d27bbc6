/** The texts of the palette and of the find bar when they are open. */
import { plural, type Value } from "./message.ts";

export const searchEverything = () => "Search conversations, messages and commands";
export const searchPlaceholder = () => "Search or run a command";
export const groupConversations = () => "Conversations";
export const groupRecent = () => "Recent conversations";
export const groupMessages = () => "Messages";
export const groupCommands = () => "Commands";
export const loading = () => "Searching";
export const failed = ({ reason }: { reason: Value }) => `The search did not work. ${reason}`;
export const tryAgain = () => "Try again";
export const nothing = ({ query }: { query: Value }) => `No results for “${query}”.`;
export const hint = () =>
  "Words are found by their beginnings. Put quotes around words that stand side by side.";
export const count = ({ count }: { count: number }) =>
  plural(count, `${count} result`, `${count} results`);
export const more = () => "These are the newest. Add a word to find older ones.";
export const archived = () => "Archived";
export const otherVersion = () => "Another version";
export const youSaid = () => "You";
export const assistantSaid = () => "Assistant";
export const close = () => "Close";
export const titleField = () => "Title of the conversation";
export const saveTitle = () => "Press Enter to save the title.";
export const notShown = () => "This version cannot be shown while an answer is being written.";
export const findField = () => "Find in this conversation";
export const findPlace = ({ place, total }: { place: Value; total: Value }) =>
  `${place} of ${total}`;
export const findNone = () => "Not found";
export const findNext = () => "Next";
export const findPrevious = () => "Previous";
export const keyOr = () => "or";
