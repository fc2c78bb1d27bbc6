/** Checkpoints (C2SP tlog-checkpoint): signed notes of origin, tree size in decimal, and root hash in base64. Pure. */
import { openNote } from "./note.ts";

export type Checkpoint = { origin: string; size: number; root: Uint8Array };

export function writeCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${Buffer.from(root).toString("base64")}\n`;
}

/** @returns null for what no known key signed, and for what is no checkpoint. Extension lines are not ours */
export function openCheckpoint(note: string, verifierKeys: readonly string[]): Checkpoint | null {
  const text = openNote(note, verifierKeys) ?? "";
  const [, origin = "", decimal = "", base64 = ""] =
    /^([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n$/.exec(text) ?? [];
  const size = Number(decimal);
  if (origin === "" || !Number.isSafeInteger(size)) return null;
  return { origin, size, root: new Uint8Array(Buffer.from(base64, "base64")) };
}
