/** Checks a whole trail: every row against its leaf, and the tree against each checkpoint and anchor. Pure. */
import { isSame } from "./bytes.ts";
import { type Checkpoint, openCheckpoint } from "./checkpoint.ts";
import { hashEvent, type SealedEvent } from "./leaf.ts";
import { type CompactRange, openRange } from "./merkle.ts";

/** What is stored at one place: a leaf and a row, of which one may be missing. */
export type TrailEntry = {
  place: number;
  leaf: { eventId: string; hash: Uint8Array } | null;
  event: SealedEvent | null;
};

export type Trail = {
  /** By place, from the first. */
  entries: AsyncIterable<TrailEntry> | Iterable<TrailEntry>;
  /** Signed notes of the database. */
  checkpoints: readonly string[];
  /** Signed notes that were kept outside of it. */
  anchors: readonly string[];
  verifierKeys: readonly string[];
  /** The tree before the first entry, which grows; a larger note than it must not be missing. Absent: an empty one. */
  range?: CompactRange;
};

export type TrailVerdict =
  | { ok: true; size: number; checkpoints: number; anchors: number }
  /** `place`: the first place from which on the trail is not what was sealed. */
  | { ok: false; place: number; why: TrailFault };

export type TrailFault =
  | "leaf-missing"
  | "row-missing"
  | "row-changed"
  | "row-forged"
  | "root-differs"
  | "cut-off"
  | "note-unreadable";

/** The first fault, by place. A note that no known key signed comes before all others. */
export async function verifyTrail(trail: Trail): Promise<TrailVerdict> {
  const signed = readNotes(trail);
  if (!signed) return { ok: false, place: 0, why: "note-unreadable" };
  const { range = openRange() } = trail;
  // Up to here a checkpoint vouches for the rows.
  let vouched = range.size;
  let next = 0;
  for await (const entry of trail.entries) {
    const fault = checkEntry(entry, range.size);
    if (fault) return { ok: false, place: Math.min(entry.place, range.size), why: fault };
    range.append(entry.leaf?.hash ?? new Uint8Array());
    for (let note = signed[next]; note?.size === range.size; note = signed[++next]) {
      if (!isSame(range.root(), note.root))
        return { ok: false, place: vouched, why: "root-differs" };
    }
    if (signed[next - 1]?.size === range.size) vouched = range.size;
  }
  if (next < signed.length) return { ok: false, place: range.size, why: "cut-off" };
  const { checkpoints, anchors } = trail;
  return { ok: true, size: range.size, checkpoints: checkpoints.length, anchors: anchors.length };
}

/** Whether row and leaf are one, and stand at their place. */
export function checkEntry(
  { place, leaf, event }: TrailEntry,
  expected: number,
): TrailFault | null {
  if (place < 0) return "row-forged";
  if (place !== expected) return "leaf-missing";
  if (!leaf) return "row-forged";
  if (!event) return "row-missing";
  const isItself = event.place === place && event.id === leaf.eventId;
  return isItself && isHashOf(event, leaf.hash) ? null : "row-changed";
}

/** A row of ours can be hashed; one that was changed perhaps not. */
function isHashOf(event: SealedEvent, hash: Uint8Array): boolean {
  try {
    return isSame(hashEvent(event), hash);
  } catch {
    return false;
  }
}

/** Those of an empty tree say nothing. @returns by size; null where one is not signed by a known key */
function readNotes({ checkpoints, anchors, verifierKeys }: Trail): Checkpoint[] | null {
  const signed: Checkpoint[] = [];
  for (const note of [...checkpoints, ...anchors]) {
    const checkpoint = openCheckpoint(note, verifierKeys);
    if (!checkpoint) return null;
    if (checkpoint.size > 0) signed.push(checkpoint);
    else if (!isSame(checkpoint.root, openRange().root())) return null;
  }
  return signed.sort((one, other) => one.size - other.size);
}
