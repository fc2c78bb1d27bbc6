/** Checkpoints in a file outside the database, one signed note after the other with an empty line between them. Pure. */

/** The line behind which a note ends. */
const NOTE_END = /(?<=\n— [^\n]+\n)\n/;

/** What is appended for one note. */
export function toAnchor(note: string): string {
  return `${note}\n`;
}

/** @param text the whole file */
export function readAnchors(text: string): string[] {
  return text.split(NOTE_END).filter((note) => note !== "");
}
