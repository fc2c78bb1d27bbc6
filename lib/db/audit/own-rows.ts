/**
 * Rows that the application wrote, for whoever acts on what rows say: a place alone proves nothing, because whoever owns the
 * database can write one.
 */
import "server-only";
import type { Kysely, Selectable } from "kysely";
import { toHex } from "../../audit/bytes.ts";
import { openCheckpoint } from "../../audit/checkpoint.ts";
import { isSignedRow } from "../../audit/crypto/row-mac.ts";
import { hashEvent, type SealedEvent } from "../../audit/leaf.ts";
import { verifyInclusion } from "../../audit/merkle.ts";
import { processWide } from "../../env/process-wide.ts";
import { type Database, kysely } from "../client.ts";
import { PROVED_LEAVES_MAX } from "../limits.ts";
import { toFacts } from "./audit-row.ts";
import { readInclusion } from "./read-inclusion.ts";
import { readEntry } from "./read-trail.ts";
import { rowKeys, trailKeys } from "./trail-keys.ts";

export type StoredRow = Selectable<Database["audit_event"]>;

type Executor = Kysely<Database>;

/** By its MAC, or where it has none, or one of a key that is gone, by the signed tree. */
export async function isOwnRow(row: StoredRow, executor?: Executor): Promise<boolean> {
  return hasOwnMac(row) || isInTree(row, executor);
}

/** Whether one of two rows was written later: by the sealer's passes, since clocks of instances differ; both waiting, by their times. */
export function isBehind(one: StoredRow, other: StoredRow): boolean {
  const places = [one, other].map(({ place }) => (place === null ? Infinity : Number(place)));
  const [first = 0, second = 0] = places;
  return first === second ? one.at > other.at : first > second;
}

/** Those of them that are, in their order. */
export async function ownRows<Row extends StoredRow>(
  rows: readonly Row[],
  executor?: Executor,
): Promise<Row[]> {
  const own: Row[] = [];
  for (const row of rows) if (await isOwnRow(row, executor)) own.push(row);
  return own;
}

/** False also for what cannot be a row of ours, such as a time without end. */
export function hasOwnMac(row: StoredRow): boolean {
  try {
    return row.mac !== null && isSignedRow(rowKeys(), toFacts(row), row.mac);
  } catch {
    return false;
  }
}

/** Leaves that were proved: what a row says is in its hash, so that a changed row is proved anew. */
const proved = processWide<Set<string>>("proved-leaves", () => new Set());

async function isInTree(row: StoredRow, executor: Executor = kysely()): Promise<boolean> {
  if (row.place === null) return false;
  const place = Number(row.place);
  const leafHash = hashOf(row, place, hasMore(row) ? await readSealed(place, executor) : {});
  const key = leafHash && `${place} ${toHex(leafHash)}`;
  if (!leafHash || !key) return false;
  if (proved().has(key)) return true;
  if (!(await isLeaf(place, leafHash, executor))) return false;
  if (proved().size >= PROVED_LEAVES_MAX) proved().clear();
  proved().add(key);
  return true;
}

type Sealed = Pick<SealedEvent, "subjectSeq" | "run">;

/** Whether the leaf can hold more than the row: the number of a look, which has a MAC, or the seal of a run. */
const hasMore = ({ mac, action }: StoredRow) => mac !== null || action === "run.ended";

/** What only the leaf has: a number that was changed, or a seal, leads to another leaf. */
async function readSealed(place: number, executor: Executor): Promise<Sealed> {
  const { subjectSeq, run } = (await readEntry(place, executor))?.event ?? {};
  return Object.assign(subjectSeq === undefined ? {} : { subjectSeq }, run && { run });
}

/** Hash of the leaf of a row. */
function hashOf(row: StoredRow, place: number, sealed: Sealed): Uint8Array | null {
  try {
    const leaf = { ...toFacts(row), place, ...(row.mac && { mac: row.mac }) };
    return hashEvent(Object.assign(leaf, sealed));
  } catch {
    return null;
  }
}

/** Whether a leaf of this row is in the signed tree, whatever the row says by now. */
export async function hasLeaf({ id, place }: StoredRow): Promise<boolean> {
  const leaf = place === null ? null : (await readEntry(Number(place)))?.leaf;
  return leaf?.eventId === id && isLeaf(Number(place), leaf.hash);
}

/** Whether the signed tree has this leaf. */
export async function isLeaf(
  leafIndex: number,
  leafHash: Uint8Array,
  executor?: Executor,
): Promise<boolean> {
  if (!Number.isSafeInteger(leafIndex) || leafIndex < 0) return false;
  const inclusion = await readInclusion(leafIndex, executor);
  const signed = inclusion && openCheckpoint(inclusion.note, trailKeys().verifierKeys);
  if (!inclusion || !signed) return false;
  const { size: treeSize, root } = signed;
  return verifyInclusion({ leafIndex, leafHash, proof: inclusion.proof, treeSize, root });
}
