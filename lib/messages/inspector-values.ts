/** The texts of inspector values. */
import { plural, type Value } from "./message.ts";

export const copy = ({ what }: { what: Value }) => `Copy ${what}`;
export const copied = () => "Copied";
export const digest = () => "digest";
export const path = () => "path";
export const thisValue = () => "this value";
export const allOf = ({ title }: { title: Value }) => `all of ${title}`;
export const couldNotCopy = () => "Could not copy";
export const download = ({ name }: { name: Value }) => `Download ${name}`;
export const empty = () => "Empty";
export const emptyText = () => "empty text";
export const emptyList = () => "empty list";
export const emptyObject = () => "empty object";
export const nothing = () => "nothing";
export const masked = () => "masked";
export const notLoaded = () => "not loaded";
export const value = () => "Value";
export const showLess = () => "Show less";
export const showAllCharacters = ({ length }: { length: Value }) => `Show all ${length} characters`;
export const showMoreCharacters = ({ length }: { length: Value }) =>
  `${length} characters: show more`;
export const showingOfCharacters = ({ shown, length }: { shown: Value; length: Value }) =>
  `Showing ${shown} of ${length} characters: show more`;
export const pickARowToSeeIts = () => "Pick a row to see its path.";
export const searchInIt = () => "Search in it";
export const noMatch = () => "no match";
export const searching = () => "searching";
export const matchOf = ({ ordinal, found }: { ordinal: Value; found: Value }) =>
  `${ordinal} of ${found}`;
export const matchOfKept = ({
  ordinal,
  found,
  kept,
}: {
  ordinal: Value;
  found: Value;
  kept: Value;
}) => `${ordinal} of ${found} (the first ${kept} in reach)`;
export const previousMatch = () => "Previous match";
export const nextMatch = () => "Next match";
export const notFetchedYet = () => "Not fetched yet";
export const maskedValue = () => "Masked";
export const upTo = ({ size }: { size: Value }) => `up to ${size}`;
export const searchInTitle = ({ title }: { title: Value }) => `Search in ${title}`;
export const maskedBeforeStoring = ({ what }: { what: Value }) => `${what} masked before storing`;
export const cardNumbers = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} card number`, `${number} card numbers`);
export const accountNumbers = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} account number`, `${number} account numbers`);
export const governmentIds = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} government id`, `${number} government ids`);
export const emailAddresses = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} e-mail address`, `${number} e-mail addresses`);
export const telephoneNumbers = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} telephone number`, `${number} telephone numbers`);
export const secrets = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} secret`, `${number} secrets`);
export const theSameInEveryRow = () => "The same in every row:";
