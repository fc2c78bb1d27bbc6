/** Gives new audit events their place in the trail, and signs a checkpoint. One instance at a time. */
import "server-only";
import { sql } from "kysely";
import { toHex } from "../../../audit/bytes.ts";
import { type Checkpoint, writeCheckpoint } from "../../../audit/checkpoint.ts";
import { hashEvent } from "../../../audit/leaf.ts";
import type { CompactRange } from "../../../audit/merkle.ts";
import type { NoteSigner } from "../../../audit/sign-note.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { ROW_TIME_TOLERANCE_MS, SEAL_IDLE_MS, SEALER_WAITS_MS } from "../../limits.ts";
import { isNotLocked, table } from "../../typed-sql.ts";
import { type AuditRow, toAuditRow, toWaitingRow } from "../audit-row.ts";
import { type Found, foundAt, noteFinding, openFindings } from "../found/trail-findings.ts";
import { insertAuditRows } from "../record-audit.ts";
import { digestEarlierRuns, findUnbegun, readRunsSigned, readSaid } from "../runs/begun-runs.ts";
import { digestBlanks } from "../runs/check-erased-details.ts";
import { areEventsSigned, isUnsignedRunUp } from "../runs/events-signed.ts";
import type { TrailKeys } from "../trail-keys.ts";
import { admitRows } from "./admit-rows.ts";
import { numberLooks } from "./number-looks.ts";
import { openTree } from "./open-tree.ts";
import { isMisplaced, outside, readWaiting, type WaitingRow } from "./read-waiting.ts";
import {
  type RunSealRow,
  readEndedLogs,
  removeForeignSeals,
  sealRuns,
  storeRunSeals,
} from "./seal-runs.ts";
import { type HeldBack, hasSigningBegun, isHeldBack } from "./signing-began.ts";

/**
 * Arbitrary numbers of advisory locks. A sealer takes its own lock and then `LOCK`, and so does an erasure. So at most one of
 * each waits for `LOCK`, and however many erasures wait, the sealer is next but one.
 */
const SEALER_LOCK = 7_303_016;
const LOCK = 7_303_014;
const ERASER_LOCK = 7_303_017;

export type Sealed = {
  /** Rows that got their place. */
  rows: number;
  /** True where more rows may wait. */
  hasMore: boolean;
  /** The new checkpoint, if there is one. */
  note: string | null;
};

/** What a process knows of the trail, so that it need not look again. */
export type SealMemory = HeldBack & {
  isSigned: boolean;
  /** Whether each event of a run has a MAC, too. */
  areEventsSigned?: boolean;
  /** Whether each run has one. */
  areRunsSigned?: boolean;
  /** Since when another version keeps it from being so. */
  waitsSince?: number;
};

/**
 * @param anchored the newest checkpoint that is known outside the database
 * @returns null where another instance seals at this moment, or somebody holds for long what a pass needs
 * @throws BrokenTrail where the stored tree is not what was signed: then nothing more is signed
 */
export async function sealTrail(
  keys: TrailKeys,
  anchored: Checkpoint | null,
  memory: SealMemory = { isSigned: false },
): Promise<Sealed | null> {
  try {
    return await kysely()
      .transaction()
      .execute(async (transaction) => {
        const { rows } = await sql<{ held: boolean }>`
          SELECT pg_try_advisory_xact_lock(${SEALER_LOCK}::bigint) AS held,
            set_config('lock_timeout', ${String(SEALER_WAITS_MS)}::text, true)`.execute(
          transaction,
        );
        if (!rows[0]?.held) return null;
        await waitFor(transaction, LOCK);
        return seal(transaction, keys, anchored, memory);
      });
  } catch (error) {
    if (isNotLocked(error)) return null;
    throw error;
  }
}

/** Waits for other erasures, while sealing goes on. Call it before the transaction locks rows that another erasure locks. */
export async function eraseInTurn(transaction: DatabaseTransaction): Promise<void> {
  await waitFor(transaction, ERASER_LOCK);
}

/**
 * Waits for a pass that is at work, and lets none begin before the transaction is over. Call it late: an admin who opens
 * payloads waits until a pass has sealed the opening.
 */
export async function pauseSealing(transaction: DatabaseTransaction): Promise<void> {
  await eraseInTurn(transaction);
  await waitFor(transaction, LOCK);
}

async function waitFor(transaction: DatabaseTransaction, lock: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${lock}::bigint)`.execute(transaction);
}

async function seal(
  transaction: DatabaseTransaction,
  { signer, verifierKeys, rowKeys }: TrailKeys,
  anchored: Checkpoint | null,
  memory: SealMemory,
): Promise<Sealed> {
  const tree = await openTree(transaction, verifierKeys, anchored);
  const found = await removeLeaves(transaction, tree.size);
  const waiting = await readWaiting(transaction, tree.size);
  const { rows } = waiting;
  memory.isSigned ||= rows.length > 0 && (await hasSigningBegun(transaction, tree, rows));
  const since = rows.length === 0 ? null : await readSince(transaction);
  const keys = memory.isSigned ? rowKeys : null;
  const behind = rows.length === 0 ? null : await readNewestTime(transaction, tree.size);
  const admitted = await admitRows(transaction, rows, keys, later(since, behind));
  const seals = await removeForeignSeals(transaction, admitted.rows);
  const logs = await readEndedLogs(transaction, admitted.rows, rowKeys);
  // Asked before the first end of a run has its place.
  memory.areRunsSigned ||= logs.length > 0 && (await readRunsSigned(transaction)) !== null;
  let placed = await place(transaction, tree, admitted.rows, sealRuns(logs));
  const mayBegin = !memory.isSigned && !waiting.hasMore && rows.length > 0;
  const began =
    mayBegin && !(await isHeldBack(transaction, memory))
      ? await placeNew(transaction, tree, signedFrom(tree.size))
      : 0;
  const isSigned = memory.isSigned || began > 0;
  placed += began;
  if (isSigned && !waiting.hasMore && logs.length > 0)
    placed += await beginSignedEvents(transaction, tree, memory);
  if (isSigned && logs.length > 0) placed += await beginSignedRuns(transaction, tree, memory);
  const all = [...found, ...admitted.found, ...seals, ...logs.flatMap(({ fault }) => fault ?? [])];
  // A finding that an admin acknowledged meanwhile on another instance is reported again.
  if (all.length > 0) await openFindings(transaction);
  for (const detail of all) {
    const row = noteFinding(detail);
    if (row) placed += await placeNew(transaction, tree, row, isSigned);
  }
  // While more waits, the time of the newest checkpoint stays: rows of a backlog are not late.
  const at = waiting.hasMore ? since : null;
  const note = await signCheckpoint(transaction, signer, tree, { isGrown: placed > 0, at });
  return { rows: placed, hasMore: waiting.hasMore, note };
}

/** Null also for a time that no checkpoint of ours has, such as one without end: no signature holds it. */
async function readSince(transaction: DatabaseTransaction): Promise<Date | null> {
  const newest = await transaction
    .selectFrom("audit_checkpoint")
    .select("at")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const at = newest?.at;
  return at instanceof Date && !Number.isNaN(at.getTime()) ? at : null;
}

/**
 * A lower bound for the time of new rows, from the newest placed row: the owner of the database can set back the time of a
 * checkpoint, but not that of a row. The tolerance is subtracted, because two clocks may both be wrong.
 */
async function readNewestTime(
  transaction: DatabaseTransaction,
  size: number,
): Promise<Date | null> {
  const newest = await transaction
    .selectFrom("audit_event")
    .select("at")
    .where("place", "<", sql<string>`${size}::bigint`)
    .where("at", "<=", sql<Date>`now()`)
    .where(sql<boolean>`isfinite(at)`)
    .orderBy("place", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest ? new Date(newest.at.getTime() - ROW_TIME_TOLERANCE_MS) : null;
}

function later(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

/** Leaves that the tree does not have: somebody else put them there, where the next ones belong. */
async function removeLeaves(transaction: DatabaseTransaction, size: number): Promise<Found[]> {
  if (!(await isMisplaced(transaction, "audit_leaf", size))) return [];
  const { numDeletedRows } = await transaction
    .deleteFrom("audit_leaf")
    .where(outside(size))
    .executeTakeFirstOrThrow();
  return [foundAt("leaf-forged", { rows: Number(numDeletedRows) })];
}

const SIGNED = {
  actorId: null,
  subjectId: null,
  target: "audit",
  outcome: "allowed",
  action: "trail.signed",
} as const;

/** The row from which on all have a MAC. */
function signedFrom(before: number): AuditRow {
  return toAuditRow({ ...SIGNED, detail: { before } });
}

/** Once runs of a version that signed no events are over, the trail says so, and which details were erased by then. @returns how many rows that placed */
async function beginSignedEvents(
  transaction: DatabaseTransaction,
  tree: CompactRange,
  memory: SealMemory,
): Promise<number> {
  memory.areEventsSigned ||= await areEventsSigned(transaction);
  if (memory.areEventsSigned || (await isUnsignedRunUp(transaction))) return 0;
  if (await isHeldBack(transaction, memory)) return 0;
  memory.areEventsSigned = true;
  const blanks = await digestBlanks(transaction);
  const detail = { before: tree.size, what: "events", blanks } as const;
  return placeNew(transaction, tree, toAuditRow({ ...SIGNED, detail }));
}

/**
 * Once no instance of a version is up that signs no runs, the trail says so, which runs go on without a MAC, and which ended
 * before ends were on record. A trail that begins now, without such runs, needs no row. @returns how many rows that placed
 */
async function beginSignedRuns(
  transaction: DatabaseTransaction,
  tree: CompactRange,
  memory: SealMemory,
): Promise<number> {
  if (memory.areRunsSigned) return 0;
  const isFirst = (await readSaid(transaction)) !== null;
  if (!isFirst && (await isHeldBack(transaction, memory))) return 0;
  // Reads all runs: not in each pass that another version holds back.
  const runs = await digestEarlierRuns(transaction);
  memory.areRunsSigned = true;
  if (isFirst && runs.rows === 0) return 0;
  const unbegun = await findUnbegun(transaction);
  const detail = { before: tree.size, what: "runs", runs, unbegun } as const;
  return placeNew(transaction, tree, toAuditRow({ ...SIGNED, detail }));
}

/**
 * Writes a row and gives it its place at once.
 * @param isSigned false: no row of this trail has a MAC yet, and this one neither
 * @returns how many that placed
 */
async function placeNew(
  transaction: DatabaseTransaction,
  tree: CompactRange,
  row: AuditRow,
  isSigned = true,
): Promise<number> {
  // A trigger that takes it back leaves no leaf without a row.
  if ((await insertAuditRows(transaction, [row])) !== 1) return 0;
  const { facts, mac } = toWaitingRow(row);
  return place(transaction, tree, [{ facts, mac: isSigned ? mac : null }]);
}

/** Appends rows to the tree, in their order. @returns how many */
async function place(
  transaction: DatabaseTransaction,
  tree: CompactRange,
  rows: readonly WaitingRow[],
  seals: ReadonlyMap<string, RunSealRow> = new Map(),
): Promise<number> {
  const numbers = await numberLooks(transaction, rows);
  const leaves = rows.map(({ facts, mac }): Leaf => {
    const { id, subjectId } = facts;
    const seal = seals.get(id);
    const subjectSeq = numbers.get(id);
    const sealed = {
      ...facts,
      place: tree.size,
      ...(mac && { mac }),
      ...(subjectSeq !== undefined && { subjectSeq }),
      ...(seal && { run: { log: seal.log, answer: seal.answer } }),
    };
    const hash = hashEvent(sealed);
    tree.append(hash);
    return {
      place: sealed.place,
      id,
      hash: toHex(hash),
      has_mac: mac !== null,
      subject_id: subjectSeq === undefined ? undefined : subjectId,
      subject_seq: subjectSeq,
    };
  });
  await storeRunSeals(transaction, [...seals.values()]);
  if (leaves.length > 0) await storeLeaves(transaction, leaves);
  return leaves.length;
}

type Leaf = {
  place: number;
  id: string;
  hash: string;
  has_mac: boolean;
  /** Person of a look that has a number. */
  subject_id: string | null | undefined;
  subject_seq: number | undefined;
};

/** A row from before there were MACs keeps none: its leaf does not hold it. */
async function storeLeaves(
  transaction: DatabaseTransaction,
  leaves: readonly Leaf[],
): Promise<void> {
  await sql`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(leaves)}::jsonb) AS given(place bigint, id uuid, hash text, has_mac boolean,
        subject_id text, subject_seq int)
    ), kept AS (
      INSERT INTO ${table("audit_leaf")} (place, event_id, hash, subject_id, subject_seq)
      SELECT place, id, decode(hash, 'hex'), subject_id, subject_seq FROM given
    )
    UPDATE ${table("audit_event")} AS event
    SET place = given.place, mac = CASE WHEN given.has_mac THEN event.mac END
    FROM given WHERE event.id = given.id`.execute(transaction);
}

/** After each batch, and when the trail has been idle for a while. */
async function signCheckpoint(
  transaction: DatabaseTransaction,
  signer: NoteSigner,
  tree: CompactRange,
  { isGrown, at }: { isGrown: boolean; at: Date | null },
): Promise<string | null> {
  if (!isGrown && !(await isIdle(transaction))) return null;
  const { size } = tree;
  const note = signer.sign(writeCheckpoint({ origin: signer.name, size, root: tree.root() }));
  const row = {
    size: String(size),
    subtrees: Buffer.concat(tree.subtrees),
    note,
    ...(at && { at }),
  };
  const insert = transaction.insertInto("audit_checkpoint").values(row);
  const { numInsertedOrUpdatedRows: stored } = await insert
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirstOrThrow();
  if (stored === 0n) {
    await moveSequence(transaction);
    await insert.execute();
  }
  return note;
}

/** Behind the newest checkpoint: somebody has set it back, so that the next number is taken. */
async function moveSequence(transaction: DatabaseTransaction): Promise<void> {
  await sql`
    SELECT setval(pg_get_serial_sequence('audit_checkpoint', 'id'), max(id)) FROM ${table("audit_checkpoint")}`.execute(
    transaction,
  );
}

async function isIdle(transaction: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ is_idle: boolean }>`
    SELECT coalesce(max(at) < now() - ${SEAL_IDLE_MS}::float8 * interval '1 millisecond', true) AS is_idle
    FROM ${table("audit_checkpoint")}`.execute(transaction);
  return rows[0]?.is_idle ?? true;
}
