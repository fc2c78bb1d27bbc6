/** Checkpoints (C2SP tlog-checkpoint): signed notes of origin, tree size in decimal, and root hash in base64. Pure. */
import { fromBase64, toBase64 } from "./bytes.ts";
import { HASH_BYTES } from "./limits.ts";
import { openNote } from "./note.ts";

/** The line behind which a note ends. */
const NOTE_END = /(?<=\n— [^\n]+\n)\n/;

export type Checkpoint = { origin: string; size: number; root: Uint8Array };

export function writeCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** @returns null for what no known key signed, and for what is no checkpoint. Extension lines are not ours */
export function openCheckpoint(note: string, verifierKeys: readonly string[]): Checkpoint | null {
  const text = openNote(note, verifierKeys) ?? "";
  const [, origin = "", decimal = "", base64 = ""] =
    /^([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n$/.exec(text) ?? [];
  const size = Number(decimal);
  const root = fromBase64(base64);
  if (origin === "" || !Number.isSafeInteger(size) || root?.length !== HASH_BYTES) return null;
  return { origin, size, root };
}

// Checkpoints in a file outside the database, one signed note after the other with an empty line between them. Pure.

/** What is appended for one note. */
export function toAnchor(note: string): string {
  return `${note}\n`;
}

/** @param text the whole file */
export function readAnchors(text: string): string[] {
  return text.split(NOTE_END).filter((note) => note !== "");
}
