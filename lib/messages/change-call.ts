/** Words of a change that a person makes to a call before they approve it. */
import type { Value } from "./message.ts";

export const approveWithChanges = () => "Approve with changes";
export const back = () => "Back";
export const loading = () => "Loading…";
export const formName = () => "Change before approving";
export const masked = () => "Hidden. It stays as it is.";
export const asJson = () => "A list or an object, written as JSON.";
export const yes = () => "Yes";
export const no = () => "No";

export const approvedChanged = ({ approved, changes }: { approved: Value; changes: Value }) =>
  `${approved} Changed: ${changes}.`;
export const changedValue = ({
  label,
  before,
  after,
}: {
  label: Value;
  before: Value;
  after: Value;
}) => `${label} ${before} → ${after}`;

export const cannotChange = () => "This cannot be changed now. Approve it as it is, or decline it.";
export const callTooLong = () => "All values together are too long.";
export const secretInside = () =>
  "This looks like a password, a key or other data that is not kept. Leave it out.";
export const notANumber = () => "Write a number with digits and a point, for example 1.5.";
export const impossibleNumber = () => "This number is too large or too long.";
export const noDouble = () => "This number has more digits than can be used. Write a shorter one.";
export const notJson = () => "This is not valid JSON.";
export const tooDeep = () => "This is nested too deeply.";
export const notAChoice = ({ options }: { options: Value }) => `Choose one of: ${options}.`;
export const wrongType = ({ expected }: { expected: Value }) => `This must be ${expected}.`;
export const tooSmall = ({ minimum }: { minimum: Value }) => `This must be at least ${minimum}.`;
export const tooBig = ({ maximum }: { maximum: Value }) => `This must be at most ${maximum}.`;
export const tooShort = ({ minimum }: { minimum: Value }) =>
  minimum === 1 ? "Write something here." : `Write at least ${minimum} characters.`;
export const tooLong = ({ maximum }: { maximum: Value }) => `Write at most ${maximum} characters.`;
export const notAnEmail = () => "This is not an email address.";
export const notADay = () => "Write a day like 2026-01-31.";
export const notAnAddress = () => "This is not an address.";
export const wrongForm = () => "This does not have the form that is needed.";
export const doesNotFit = () => "This does not fit.";

/** As a schema names it, in words. */
export const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  integer: "a whole number",
  boolean: "yes or no",
  array: "a list",
  object: "an object",
};
