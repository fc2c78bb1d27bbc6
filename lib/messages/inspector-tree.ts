/** The texts of inspector tree. */
import { plural, type Value } from "./message.ts";

export const branches = () => "Branches";
export const branch = ({ index }: { index: Value }) => `Branch ${index}`;
export const showTree = ({ count }: { count: number }) => `Versions: ${count} branches`;
export const treeOfVersions = () => "All versions of this conversation";
export const versionsOfQuestion = ({ count }: { count: number }) =>
  `${count} versions of this question`;
export const versionsOfAnswer = ({ count }: { count: number }) =>
  `${count} versions of this answer`;
export const versionOf = ({ index, count }: { index: Value; count: number }) =>
  `Version ${index} of ${count}`;
export const shownToThePerson = () => "what the person sees";
export const showsBranchOfPerson = ({ index, count }: { index: Value; count: number }) =>
  `This is branch ${index} of ${count}, what the person sees.`;
export const showsBranchSetAside = ({ index, count }: { index: Value; count: number }) =>
  `This is branch ${index} of ${count}, which is set aside.`;
export const setAside = () => "This branch is set aside: the person sees another one.";
export const question = () => "Question";
export const answer = () => "Answer";
export const questionLetter = () => "Q";
export const answerLetter = () => "A";
export const masked = () => "Masked";
export const stillWritten = () => "Being written";
export const noWords = () => "No words";
export const continuedBelow = () => "continued below";
export const thisRun = () => "This run";
export const openRun = () => "Open its run";
export const olderLeftOut = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} older message is left out.`, `${number} older messages are left out.`);
