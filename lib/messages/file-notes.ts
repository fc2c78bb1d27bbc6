/** What is said to a person about the text of a file. */
import type { FileNote } from "../contracts/public/files/file-preview.ts";
import { encodingName } from "./encodings.ts";
import { plural } from "./message.ts";

/** What is left out of the text. */
const LEFT_OUT: Partial<Record<FileNote["code"], (count: number) => string>> = {
  pictures: (count) => plural(count, `${count} picture`, `${count} pictures`),
  charts: (count) => plural(count, `${count} chart`, `${count} charts`),
  diagrams: (count) => plural(count, `${count} diagram`, `${count} diagrams`),
  objects: (count) => plural(count, `${count} embedded object`, `${count} embedded objects`),
  embedded: (count) => plural(count, `${count} embedded document`, `${count} embedded documents`),
  "hidden-text": (count) => plural(count, `${count} hidden passage`, `${count} hidden passages`),
  "hidden-rows": (count) => plural(count, `${count} hidden row`, `${count} hidden rows`),
};

/** What the person may not have seen in their own file. */
const READ_HIDDEN: Partial<Record<FileNote["code"], (count: number) => string>> = {
  "read-hidden-sheets": (count) => plural(count, `${count} sheet`, `${count} sheets`),
  "read-hidden-slides": (count) => plural(count, `${count} slide`, `${count} slides`),
  "read-hidden-rows": (count) => plural(count, `${count} row`, `${count} rows`),
  "read-hidden-columns": (count) => plural(count, `${count} column`, `${count} columns`),
};

const SENTENCES: Partial<Record<FileNote["code"], (note: FileNote) => string>> = {
  cut: () => "Only the beginning of this file is read.",
  "empty-pages": ({ count, name = "" }) =>
    plural(count, `Page ${name} has no text.`, `${count} pages have no text: ${name}.`),
  encoding: ({ name = "" }) => `Read as ${encodingName(name)}.`,
  "encoding-guessed": ({ name = "" }) =>
    `Read as ${encodingName(name)}, which is a guess: the text is too short to tell. The preview of the file offers other encodings.`,
  spoilt: ({ count }) =>
    plural(
      count,
      `${count} character could not be read: it is shown as \uFFFD.`,
      `${count} characters could not be read: they are shown as \uFFFD.`,
    ),
};

/** Sentences, of which the first ones list what is left out, and what is hidden. */
export function fileNotes(notes: readonly FileNote[]): string[] {
  const named = (names: typeof LEFT_OUT) =>
    notes.flatMap(({ code, count }) => names[code]?.(count) ?? []).join(", ");
  const [left, hidden] = [named(LEFT_OUT), named(READ_HIDDEN)];
  return [
    ...(left ? [`Not in the text: ${left}.`] : []),
    ...(hidden ? [`Hidden in the file, but in the text: ${hidden}.`] : []),
    ...notes.flatMap((note) => SENTENCES[note.code]?.(note) ?? []),
  ];
}
