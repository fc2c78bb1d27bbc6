/** The texts of settings. */
import type { Value } from "./message.ts";

export const title = () => "Settings";
export const back = () => "Back to the chat";
export const look = () => "Look";
export const lookHint = () => "For your account: it looks like this wherever you sign in.";
export const lookHere = () => "Only on this device";
export const lookHereHint = () =>
  "This device keeps its own theme and size of text, for example a phone that you read in the dark.";
export const theme = () => "Theme";
export const themeSystem = () => "Same as the device";
export const themeLight = () => "Light";
export const themeDark = () => "Dark";
export const textSize = () => "Size of text";
export const textNormal = () => "Normal";
export const textLarge = () => "Large";
export const textLargest = () => "Largest";
export const writing = () => "Writing";
export const writingHint = () => "For your account.";
export const sendKey = () => "Key that sends";
export const sendEnter = () => "Enter";
export const sendEnterHint = () => "Shift+Enter begins a new line.";
export const sendChord = () => "Ctrl+Enter";
export const sendChordHint = () => "Enter begins a new line. On a Mac, Command+Enter sends.";
export const answers = () => "Answers";
export const instructions = () => "Own instructions";
export const instructionsHint = () =>
  "What you ask of every answer, in all conversations: how to address you, which language, how long. People who may look at your conversations can read it there.";
export const instructionsSaved = () => "Saved. It applies from your next message on.";
export const instructionsTooLong = ({ max }: { max: Value }) =>
  `That is too long: at most ${max} characters.`;
export const instructionsSave = () => "Save instructions";
export const model = () => "Model";
export const modelDefault = () => "As this server suggests";
export const modelSaved = () => "Saved. It answers from your next message on.";
export const modelWithdrawn = () =>
  "The model that you chose is not offered any more. The one that this server suggests answers now.";
export const modelGone = () => "This model is not offered any more. Reload the page.";
export const notifications = () => "Notifications";
export const notificationsHint = () =>
  "When an answer is done, or a question waits for you, while you look elsewhere. A notification has the title of the conversation and nothing of what was said.";
export const notificationsOn = () => "Notifications are on";
export const notificationsOff = () => "Notifications are off";
export const turnOn = () => "Turn on";
export const turnOff = () => "Turn off";
export const notificationsBlocked = () =>
  "The browser blocks notifications of this site. Allow them in its settings.";
export const notificationsUnsupported = () => "This browser has no notifications for this site.";
export const handling = () => "How your conversations are handled";
export const account = () => "Account and privacy";
export const signedOut = () => "You are signed out. Sign in again.";
export const notSaved = () => "That could not be saved. Try again.";
