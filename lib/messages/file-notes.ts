/** What is said to a person about the text of a file. */
import type { FileNote } from "../contracts/public/files/file-preview.ts";
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

const SENTENCES: Partial<Record<FileNote["code"], (note: FileNote) => string>> = {
  cut: () => "Only the beginning of this file is read.",
  encoding: ({ name = "" }) => `Read as ${name}.`,
  "encoding-guessed": ({ name = "" }) =>
    `Read as ${name}, which is a guess: the text is too short to tell. Save it as UTF-8 where letters are wrong.`,
  spoilt: ({ count }) =>
    plural(
      count,
      `${count} character could not be read: it is shown as \uFFFD.`,
      `${count} characters could not be read: they are shown as \uFFFD.`,
    ),
};

/** Sentences, of which the first lists what is left out. */
export function fileNotes(notes: readonly FileNote[]): string[] {
  const left = notes.flatMap(({ code, count }) => LEFT_OUT[code]?.(count) ?? []);
  const sentences = notes.flatMap((note) => SENTENCES[note.code]?.(note) ?? []);
  return left.length > 0 ? [`Not in the text: ${left.join(", ")}.`, ...sentences] : sentences;
}
