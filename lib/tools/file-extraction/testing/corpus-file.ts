/** A file for tests, with what a careful person would write down of it. */
import type { FileNote } from "../../../contracts/public/files/file-preview.ts";

export type CorpusFile = {
  name: string;
  bytes: Uint8Array;
  text: string;
  /** What stands beside the text; nothing where it is absent. */
  notes?: FileNote[];
};
