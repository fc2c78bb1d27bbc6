/** The texts of inspector opening. */
import type { Value } from "./message.ts";

export const masked = () => "What people, models and tools wrote is masked";
export const whyReason = () =>
  "Give a reason once, and this run is open to you. It is on record before anything is shown.";
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
