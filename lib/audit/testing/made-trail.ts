/** A trail in memory, sealed batch by batch as the sealer does it. */

import {
  type BundleHeader,
  type BundleQuery,
  isInFull,
  toExportDetail,
} from "../bundle/bundle-header.ts";
import type { BundleLine } from "../bundle/bundle-line.ts";
import { type ExportedRun, type ExportRow, writeBundle } from "../bundle/write-bundle.ts";
import { toHex } from "../bytes.ts";
import { commitTo } from "../canonical.ts";
import { writeCheckpoint } from "../checkpoint.ts";
import { hashEvent, type SealedEvent } from "../leaf.ts";
import { openRange } from "../merkle.ts";
import { type LoggedEvent, sealLog } from "../run-log.ts";
import { createSigner, type NoteSigner } from "../sign-note.ts";
import type { TrailEntry } from "../verify-trail.ts";

const SIGNER = createSigner("made/audit", Buffer.alloc(32, 1));
/** A rewriter's key, under the same name. */
export const OTHER_SIGNER = createSigner("made/audit", Buffer.alloc(32, 2));
export const KEYS = [SIGNER.verifierKey];

const RUN_EVERY = 5;

export type MadeTrail = {
  entries: TrailEntry[];
  checkpoints: string[];
  runs: Map<string, ExportedRun>;
  /** The row of its export. */
  exported: ExportRow | null;
};

export type MadeExport = { place: number; query: BundleQuery; payloads: boolean };

/**
 * @param batches how many rows each checkpoint covers more than the one before; every fifth row ends a run of three events
 * @param secret what the rows say, so that two trails of the same shape differ
 * @param exported what the row at its place exports; it counted all rows before it
 */
export function makeTrail(
  batches: readonly number[],
  secret = "",
  signer: NoteSigner = SIGNER,
  exported: MadeExport | null = null,
): MadeTrail {
  const made: MadeTrail = { entries: [], checkpoints: [], runs: new Map(), exported: null };
  const tree = openRange();
  for (const rows of batches) {
    for (let row = 0; row < rows; row += 1) {
      const plain = makeEvent(tree.size, secret, made.runs);
      const event = exported?.place === tree.size ? toExport(plain, made, exported) : plain;
      const hash = hashEvent(event);
      made.entries.push({ place: tree.size, leaf: { eventId: event.id, hash }, event });
      tree.append(hash);
    }
    const text = writeCheckpoint({ origin: signer.name, size: tree.size, root: tree.root() });
    made.checkpoints.push(signer.sign(text));
  }
  return made;
}

function toExport(event: SealedEvent, made: MadeTrail, { place, query, payloads }: MadeExport) {
  const { id, at } = event;
  made.exported = { id, at, place };
  const rows = made.entries.filter((entry) => entry.event && isInFull(query, entry.event)).length;
  const value = toExportDetail({ origin: SIGNER.name, query, payloads }, { before: place, rows });
  return { ...event, action: "audit.exported", detail: { value, salt: idOf(3, place) } };
}

/** Ids and salts need not be random here. */
function idOf(kind: number, number: number): string {
  return `0000000${kind}-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
}

function makeEvent(place: number, secret: string, runs: MadeTrail["runs"]): SealedEvent {
  const id = idOf(1, place);
  const isEnd = place % RUN_EVERY === RUN_EVERY - 1;
  const runId = isEnd ? idOf(2, place) : null;
  const event: SealedEvent = {
    place,
    id,
    at: new Date(1_700_000_000_000 + place).toISOString(),
    actorId: `person-${place % 3}`,
    action: isEnd ? "run.ended" : "policy.changed",
    target: `thing ${place}`,
    outcome: "allowed",
    subjectId: null,
    runId,
    detail: { value: { name: `row ${place} ${secret}` }, salt: idOf(3, place) },
  };
  if (runId === null) return event;
  const events = [1, 2, 3].map((seq) => makeLogged(place, seq));
  const { root: log, commitments } = sealLog(events);
  runs.set(runId, { commitments, events, tombstone: null });
  return { ...event, run: { log, answer: commitTo(`answer ${place}`, idOf(4, place)) } };
}

function makeLogged(place: number, seq: number): LoggedEvent {
  return {
    seq,
    publicSeq: null,
    type: "hop.started",
    visibility: "hidden",
    hopRef: "h1",
    at: new Date(1_700_000_000_000 + place).toISOString(),
    version: 1,
    payload: { text: `${place}.${seq}` },
    salt: idOf(5, place * 10 + seq),
  };
}

/** The lines of a bundle of this trail. */
export function bundleOf(
  { entries, checkpoints, runs, exported }: MadeTrail,
  { query = {}, payloads = true }: Partial<BundleHeader> = {},
): Promise<BundleLine[]> {
  const lines = writeBundle({
    header: { origin: SIGNER.name, query, payloads },
    exported,
    async *read(from) {
      yield* entries.filter(({ place }) => place >= from);
    },
    readNotes: async (behind) => (behind < 0 ? checkpoints : []),
    verifierKeys: [SIGNER.verifierKey, OTHER_SIGNER.verifierKey],
    readRun: async (runId) => withholdFrom(runs.get(runId) ?? null, payloads),
  });
  return Array.fromAsync(lines);
}

function withholdFrom(run: ExportedRun | null, payloads: boolean): ExportedRun | null {
  if (!run || payloads) return run;
  return { ...run, events: run.events.map((event) => ({ ...event, payload: null, salt: "" })) };
}

/** A line of a row as a rewriter would write it: its own hash is right. */
export function forgeRow(
  line: BundleLine,
  leaf: Partial<Omit<SealedEvent, "mac"> & { detail: never }>,
): BundleLine {
  if (line.type !== "event") throw new Error("not a row");
  const { detail: value, salt = "" } = line;
  const { version: _, log: __, answer: ___, detail: ____, mac: _____, ...rest } = line.leaf;
  const event: SealedEvent = { ...rest, ...leaf, detail: { value, salt } };
  return {
    ...line,
    leaf: { ...line.leaf, ...leaf, detail: toHex(commitTo(value, salt)) },
    hash: toHex(hashEvent(event)),
  };
}
