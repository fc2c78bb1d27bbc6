/** The one rule by which pieces of an answer are joined: on the server, in a stored replay and on the page. Pure. */

/** `offset`: where `text` stands in the answer, in UTF-16 code units. */
export type TextPiece = { offset: number; text: string };

/**
 * Joins a piece to the text that a reader has. A repeated piece changes nothing. Where they differ, the known text was
 * shown and never stored by a process that is gone, and what comes now holds.
 * @returns `added`: what the reader lacks, or null where it has all of it. Null where text before the piece is missing
 */
export function spliceText(
  known: string,
  piece: TextPiece & { type: "delta" | "restart" | "snapshot" },
): { text: string; added: TextPiece | null } | null {
  const { offset, text } = piece;
  if (offset > known.length) return null;
  const after = known.slice(offset);
  if (piece.type !== "restart") {
    if (after.startsWith(text)) return { text: known, added: null };
    if (text.startsWith(after)) {
      const added = { offset: known.length, text: text.slice(after.length) };
      return { text: known + added.text, added };
    }
  }
  return { text: replaceFrom(known, piece), added: { offset, text } };
}

/** What stood from the piece's offset on is void. */
export function replaceFrom(known: string, { offset, text }: TextPiece): string {
  return known.slice(0, offset) + text;
}

/** What a reader lacks that has the text up to `from`; all of it where that lies beyond the end. */
export function textFrom(text: string, from: number): TextPiece {
  const offset = from <= text.length ? from : 0;
  return { offset, text: text.slice(offset) };
}
