/** The texts of the previews of files, and of the list of a conversation’s files. */
import type { Value } from "./message.ts";

export const tryAgainShort = () => "Try again";
export const noFiles = () => "There are no files in this conversation yet.";
export const filesUnread = () => "The files could not be read. Try again.";
export const loading = () => "Loading";
export const fromYou = () => "from you";
export const fromAnswer = () => "from an answer";
export const download = () => "Download";
export const downloadFile = ({ name }: { name: Value }) => `Download ${name}`;
export const preview = ({ name }: { name: Value }) => `Preview of ${name}`;
export const previewCut = () => "This is the beginning. Download the file to see all of it.";
export const previewNone = () => "There is no preview of this file. You can download it.";
export const previewFailed = () => "The preview could not be loaded. Try again.";
export const previewScan = () => "This file has no text that can be shown. You can download it.";
export const part = ({ number, count, name }: { number: Value; count: number; name: Value }) =>
  `Part ${number} of ${count}: ${name}`;
export const partPage = ({ number }: { number: Value }) => `Page ${number}`;
export const partSlide = ({ number }: { number: Value }) => `Slide ${number}`;
export const previousPart = () => "Previous part";
export const nextPart = () => "Next part";
