/** The texts of how an answer was made, for its person. */
import type { Value } from "./message.ts";

export const title = () => "How was this made?";
export const loading = () => "Looking it up";
export const agents = ({ agents }: { agents: Value }) => `Worked on by: ${agents}.`;
export const noAgent = () => "Nobody worked on this answer.";
export const sources = () => "It cites these sources:";
export const noSources = () => "It cites no source.";
export const asked = () => "You were asked:";
export const askedWaiting = () => "You have not decided yet. Nothing of it is done.";
export const askedDeclined = () => "You said no. It was not done.";
export const askedExpired = () => "The question has expired. It was not done.";
export const askedAgreed = () => "You agreed. The answer after this one says what came of it.";
export const askedDone = () => "You agreed. It was done.";
export const askedUndone = () => "You agreed. It did not succeed, or not as a whole.";
export const askedUnknown = () => "You agreed. What became of it is not on record.";
export const changedPerhaps = () =>
  "A change outside of this conversation was tried, and did not succeed as a whole.";
export const changedSomething = () => "Something outside of this conversation was changed.";
export const nothingChanged = () => "It changed nothing outside of this conversation.";
export const files = () => "These files came with it:";
export const beingWritten = () => "It is still being written.";
export const stopped = () => "You stopped it before it was whole.";
export const interrupted = () => "It was interrupted before it was whole.";
export const failed = () => "It failed before it was whole.";
export const empty = () => "It ended without words.";
export const notKept = () => "What was recorded of this answer is no longer kept.";
export const fromTheLog = () =>
  "This is from the record of the answer, and no model wrote it. It does not show each step, nor why the assistant chose its words.";
