/** The texts of looks. */
import type { Value } from "./message.ts";

export const title = () => "Who looked";
export const menu = () => "Your account";
export const unseen = () => "Somebody has looked at what you wrote";
export const back = () => "Back to the chat";
export const signedInAs = ({ email }: { email: Value }) => `Signed in as ${email}`;
export const intro = () =>
  "The agents behind the chat keep notes that you do not see. Here is who opened them, for which of your conversations, when, and why. Nobody can open them without being listed, and the list is sealed: a missing line would be found.";
export const none = () => "Nobody has looked.";
export const list = () => "Who looked at what you wrote";
export const openedAll = () => "opened everything behind an answer in";
export const openedField = () => "revealed one value behind an answer in";
export const reasonGiven = ({ reason }: { reason: Value }) => `Reason: ${reason}`;
export const found = () => "searched everybody's words and found this conversation:";
export const noReason = () => "No reason was asked for.";
export const reasonErased = () => "The reason was erased.";
export const goneAccount = () => "An account that was deleted";
export const goneConversation = () => "a conversation that was deleted";
export const roleAdmin = () => "admin";
export const roleAuditor = () => "auditor";
export const sealed = ({ place }: { place: Value }) => `Sealed as number ${place}`;
export const waiting = () => "Being sealed";
export const broken = () => "This line is not what was sealed. Tell whoever runs this server.";
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
