/** Passages of attached documents: as stored, and as found by a search. */

export type NewPassage = {
  text: string;
  /** A vector of unit length; null where the model endpoint has no embeddings. */
  embedding: readonly number[] | null;
};

export type PassageSearch = {
  query: string;
  /** Only in these: a conversation can have others, on a branch that is not shown. */
  attachmentIds: readonly string[];
  limit: number;
  /** Embedding of the query, from the same model as the passages'. */
  embedding: readonly number[] | null;
};

export type FoundPassage = {
  attachmentId: string;
  /** The file's name. */
  name: string;
  /** Position in the document, from 0. */
  ordinal: number;
  text: string;
};
