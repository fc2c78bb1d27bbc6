/** Writes a bundle: the rows that were asked for, and of all others no more than the tree needs. Pure. */
import { toBase64, toHex } from "../bytes.ts";
import { openCheckpoint } from "../checkpoint.ts";
import { type SealedEvent, toLeaf } from "../leaf.ts";
import { hashNode } from "../merkle.ts";
import type { LoggedEvent } from "../run-log.ts";
import type { TrailEntry } from "../verify-trail.ts";
import { type BundleHeader, isInFull, isWhole, withoutGaps } from "./bundle-header.ts";
import type { BundleLine } from "./bundle-line.ts";

/** What is given out of a run that ended. */
export type ExportedRun = {
  commitments: Uint8Array;
  events: readonly LoggedEvent[];
  /** The place of the tombstone, where the run or its payloads were erased. */
  tombstone: number | null;
};

export type ExportRow = { id: string; at: string; place: number };

export type BundleSource = {
  header: BundleHeader;
  /** The row of this export. It is in the bundle in full, and the bundle ends with the first checkpoint behind it. */
  exported: ExportRow | null;
  /** Rows and leaves in the order of their places, from this one on. */
  read(from: number): AsyncIterable<TrailEntry>;
  /** Signed notes, in order, of sizes behind this one. What lies behind the last one is left out. */
  readNotes(behind: number): Promise<readonly string[]>;
  verifierKeys: readonly string[];
  /** @returns null where nothing is stored of the run */
  readRun(runId: string): Promise<ExportedRun | null>;
};

/**
 * Where a run is erased meanwhile, the bundle ends later: behind the row that says so.
 * @throws Error where a row is missing or a checkpoint is not signed: only a trail that holds is exported
 */
export async function* writeBundle(source: BundleSource): AsyncGenerator<BundleLine, void> {
  const { header, exported, readRun } = source;
  const { query } = header;
  const signed = await readSigned(source, -1);
  let size = sizeOf(signed, exported);
  yield toFirstLine(header, exported);
  const subtrees: Subtree[] = [];
  let next = 0;
  for await (const { place, leaf, event } of readUntil(source, () => size)) {
    if (!leaf || !event) throw new Error(`the row at ${place} is missing`);
    if (event.id === exported?.id || isInFull(query, event)) {
      yield* subtrees.splice(0).map(toTreeLine);
      yield toEventLine(event, leaf.hash);
      if (event.run && event.runId !== null) {
        const run = await readRun(event.runId);
        yield* writeRun(event.runId, run);
        size = await endBehind(run?.tombstone ?? -1, size, signed, source);
      }
    } else addLeaf(subtrees, place, leaf.hash);
    for (let at = signed[next]; at && at.size <= place + 1; at = signed[++next]) {
      if (at.size !== place + 1 || !(isWhole(query) || at.size === size)) continue;
      yield* subtrees.splice(0).map(toTreeLine);
      yield { type: "checkpoint", note: at.note };
    }
  }
}

/** @param sizeNow may grow while it is read @throws Error where the last places have neither row nor leaf */
async function* readUntil(
  { read }: BundleSource,
  sizeNow: () => number,
): AsyncGenerator<TrailEntry, void> {
  let from = Number.MIN_SAFE_INTEGER;
  let count = 0;
  do {
    const before = count;
    for await (const entry of read(from)) {
      if (entry.place >= sizeNow()) break;
      yield entry;
      count = entry.place + 1;
    }
    if (count < sizeNow() && count === before) throw new Error(`the row at ${count} is missing`);
    from = count;
  } while (count < sizeNow());
}

/**
 * @param place of a row that the bundle needs; -1: none
 * @returns the size of the tree that the bundle ends with
 * @throws Error where no checkpoint has the row
 */
async function endBehind(
  place: number,
  size: number,
  signed: Signed[],
  source: BundleSource,
): Promise<number> {
  if (place < size) return size;
  signed.push(...(await readSigned(source, signed.at(-1)?.size ?? -1)));
  const end = signed.find((checkpoint) => checkpoint.size > place);
  if (!end) throw new Error(`the row at ${place}, which says that a run was erased, is not signed`);
  return end.size;
}

/** @throws Error where no checkpoint lies behind the row of the export */
function sizeOf(signed: readonly Signed[], exported: ExportRow | null): number {
  if (!exported) return signed.at(-1)?.size ?? 0;
  const end = signed.find(({ size }) => size > exported.place);
  if (!end) throw new Error("the row of the export is not sealed");
  return end.size;
}

function toFirstLine(header: BundleHeader, exported: ExportRow | null): BundleLine {
  const { origin, query, payloads } = header;
  const at = exported?.at ?? new Date().toISOString();
  const line = {
    type: "bundle",
    version: 2,
    origin,
    at,
    query: withoutGaps(query),
    payloads,
  } as const;
  return exported ? { ...line, exportId: exported.id } : line;
}

type Subtree = { place: number; leaves: number; hash: Uint8Array };

/** Joins neighbours of the same size that make a full subtree. */
function addLeaf(subtrees: Subtree[], place: number, hash: Uint8Array): void {
  let subtree: Subtree = { place, leaves: 1, hash };
  for (let left = subtrees.at(-1); left; left = subtrees.at(-1)) {
    if (left.leaves !== subtree.leaves || left.place % (2 * left.leaves) !== 0) break;
    subtrees.pop();
    const joined = hashNode(left.hash, subtree.hash);
    subtree = { place: left.place, leaves: 2 * left.leaves, hash: joined };
  }
  subtrees.push(subtree);
}

function toTreeLine({ hash, ...subtree }: Subtree): BundleLine {
  return { type: "tree", ...subtree, hash: toHex(hash) };
}

function toEventLine(event: SealedEvent, hash: Uint8Array): BundleLine {
  const { detail } = event;
  const shown = "value" in detail ? { detail: detail.value, salt: detail.salt } : {};
  return { type: "event", leaf: toLeaf(event), hash: toHex(hash), ...shown };
}

function* writeRun(runId: string, run: ExportedRun | null): Generator<BundleLine, void> {
  if (!run) throw new Error(`the seal of the run ${runId} is missing`);
  const { commitments, events, tombstone } = run;
  const erased = tombstone === null ? {} : { erased: tombstone };
  yield { type: "run", runId, commitments: toBase64(commitments), ...erased };
  for (const event of events) yield { type: "run-event", runId, event };
}

type Signed = { note: string; size: number };

async function readSigned(
  { readNotes, verifierKeys }: BundleSource,
  behind: number,
): Promise<Signed[]> {
  const notes = await readNotes(behind);
  return notes.map((note) => {
    const checkpoint = openCheckpoint(note, verifierKeys);
    if (!checkpoint) throw new Error("a checkpoint is not signed by a known key");
    return { note, size: checkpoint.size };
  });
}
