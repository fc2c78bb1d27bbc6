/** Pieces of attached documents: as they are stored, and as a search finds them. */

export type NewPassage = {
  text: string;
  /** Of unit length; null where the model endpoint makes none. */
  embedding: readonly number[] | null;
};

export type PassageSearch = {
  query: string;
  /** Only in this attachment. */
  attachmentId: string | null;
  limit: number;
  /** Of the query, made as the passages' were. */
  embedding: readonly number[] | null;
};

export type FoundPassage = {
  attachmentId: string;
  /** The file's name. */
  name: string;
  /** From 0, in the order of the document. */
  ordinal: number;
  text: string;
};
