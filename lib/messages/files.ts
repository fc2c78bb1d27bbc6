/** The texts of files. */
import { plural, type Value } from "./message.ts";

export const attachFiles = () => "Attach files";
export const attachedFiles = () => "Attached files";
export const attachedPictures = () => "Attached pictures";
export const dropFiles = () => "Drop to attach";
export const allowed = ({ count }: { count: number }) =>
  `Text, code, .csv, .pdf, .docx, .xlsx, .pptx and pictures: up to ${count} files, each up to 10 MB`;
export const uploading = ({ name }: { name: Value }) => `Uploading ${name}`;
export const checking = () => "Checking";
export const checkingFile = ({ name }: { name: Value }) => `Checking ${name}`;
export const notUploaded = () => "Not uploaded";
export const open = ({ name }: { name: Value }) => `Open ${name}`;
export const openWord = () => "Open";
export const remove = ({ name }: { name: Value }) => `Remove ${name}`;
export const cancel = ({ name }: { name: Value }) => `Cancel ${name}`;
export const tryAgain = ({ name }: { name: Value }) => `Try ${name} again`;
export const notAttached = ({ name, reason }: { name: Value; reason: Value }) =>
  `${name} was not attached. ${reason}`;
export const attachedNews = ({ name }: { name: Value }) => `${name} is attached.`;
export const longText = () => "Long text";
export const longTextOf = ({ characters }: { characters: Value }) =>
  `A text of ${characters} characters`;
export const attachAsFile = () => "Attach as a file";
export const pastedText = () => "Pasted text";
export const dismiss = () => "Dismiss";
export const empty = ({ allowed }: { allowed: Value }) =>
  `It is empty. You can attach: ${allowed}.`;
export const tooLarge = ({ megabytes, allowed }: { megabytes: Value; allowed: Value }) =>
  `It is ${megabytes} MB. You can attach: ${allowed}.`;
export const notTaken = ({ reason, allowed }: { reason: Value; allowed: Value }) =>
  `${reason} You can attach: ${allowed}.`;
export const tooMany = ({ count }: { count: number }) =>
  plural(
    count,
    `A message can have ${count} file. Send this one with your next message.`,
    `A message can have ${count} files. Send this one with your next message.`,
  );
export const uploadUnreachable = () =>
  "The upload did not arrive. Check your connection and try again.";
export const uploadCancelled = () => "The upload was cancelled.";
export const serverFault = () => "Something went wrong on our side. Try again.";
export const waitingForUpload = () => "Waiting for the upload";
export const mendUploads = () => "Try the file that was not uploaded again, or remove it";
export const writeOrAttach = () => "Write a message first, or attach a file";
export const conversationFiles = () => "Files of this conversation";
export const kindText = () => "Text";
export const kindPicture = () => "Picture";
export const kindFile = () => "File";
export const waitingFiles = ({ names }: { names: Value }) => `Files: ${names}`;
