/** Gives new audit events their place in the trail, and signs a checkpoint. One instance at a time. */
import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { commitTo } from "../../audit/canonical.ts";
import { type Checkpoint, writeCheckpoint } from "../../audit/checkpoint.ts";
import { hashEvent, type SealedEvent } from "../../audit/leaf.ts";
import type { CompactRange } from "../../audit/merkle.ts";
import { sealLog } from "../../audit/run-log.ts";
import type { NoteSigner } from "../../audit/sign-note.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { SEAL_BATCH_ROWS, SEAL_BATCH_RUNS, SEAL_IDLE_MS } from "../limits.ts";
import { table } from "../typed-sql.ts";
import { openTree } from "./open-tree.ts";
import { readAnswers, readLogs } from "./runs/read-logs.ts";

/** An arbitrary advisory lock id: who holds it seals. */
const LOCK = 7_303_014;

export type Sealed = {
  /** Rows that got their place. */
  rows: number;
  /** True where more rows may wait. */
  hasMore: boolean;
  /** The new checkpoint, if there is one. */
  note: string | null;
};

type Keys = {
  signer: NoteSigner;
  /** The signer's, and those of earlier keys. */
  verifierKeys: readonly string[];
};

/**
 * @param anchored the newest checkpoint that is known outside the database
 * @returns null where another instance seals at this moment
 * @throws BrokenTrail where the stored tree is not what was signed: then nothing more is signed
 */
export function sealTrail(keys: Keys, anchored: Checkpoint | null): Promise<Sealed | null> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const { rows } = await sql<{ held: boolean }>`
        SELECT pg_try_advisory_xact_lock(${LOCK}::bigint) AS held`.execute(transaction);
      return rows[0]?.held ? seal(transaction, keys, anchored) : null;
    });
}

/** Waits for a pass that is at work, and lets none begin before the transaction is over. */
export async function pauseSealing(transaction: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`.execute(transaction);
}

async function seal(
  transaction: DatabaseTransaction,
  { signer, verifierKeys }: Keys,
  anchored: Checkpoint | null,
): Promise<Sealed> {
  const tree = await openTree(transaction, verifierKeys, anchored);
  const waiting = await readWaiting(transaction);
  const seals = await sealRuns(transaction, waiting);
  const leaves = waiting.map((event) => {
    const place = tree.size;
    const hash = hashEvent(toSealedEvent(event, place, seals.get(event.id)));
    tree.append(hash);
    return { place, id: event.id, hash: Buffer.from(hash).toString("hex") };
  });
  await storeRunSeals(transaction, [...seals.values()]);
  if (leaves.length > 0) await storeLeaves(transaction, leaves);
  const note = await signCheckpoint(transaction, signer, tree, leaves.length > 0);
  return { rows: leaves.length, hasMore: waiting.hasMore, note };
}

type Waiting = Awaited<ReturnType<typeof selectWaiting>>;

/** The oldest rows without a place, up to the limit of rows or of ended runs. */
async function readWaiting(
  transaction: DatabaseTransaction,
): Promise<Waiting & { hasMore: boolean }> {
  const rows = await selectWaiting(transaction);
  let runs = 0;
  const cut = rows.findIndex(({ action }) => {
    if (action === "run.ended") runs += 1;
    return runs > SEAL_BATCH_RUNS;
  });
  const taken = cut === -1 ? rows : rows.slice(0, cut);
  return Object.assign(taken, { hasMore: cut !== -1 || rows.length === SEAL_BATCH_ROWS });
}

function selectWaiting(transaction: DatabaseTransaction) {
  return transaction
    .selectFrom("audit_event")
    .select(["id", "at", "actor_id", "action", "target", "outcome", "subject_id", "run_id"])
    .select(["detail", "detail_commitment", "salt"])
    .where("place", "is", null)
    .orderBy("at")
    .orderBy("id")
    .limit(SEAL_BATCH_ROWS)
    .execute();
}

function toSealedEvent(
  row: Waiting[number],
  place: number,
  seal: RunSealRow | undefined,
): SealedEvent {
  return {
    place,
    id: row.id,
    at: row.at.toISOString(),
    actorId: row.actor_id,
    action: row.action,
    target: row.target,
    outcome: row.outcome,
    subjectId: row.subject_id,
    runId: row.run_id,
    detail: row.detail_commitment
      ? { commitment: row.detail_commitment }
      : { value: row.detail, salt: row.salt },
    ...(seal && { run: { log: seal.log, answer: seal.answer } }),
  };
}

type Leaf = { place: number; id: string; hash: string };

async function storeLeaves(
  transaction: DatabaseTransaction,
  leaves: readonly Leaf[],
): Promise<void> {
  await sql`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(leaves)}::jsonb) AS given(place bigint, id uuid, hash text)
    ), kept AS (
      INSERT INTO ${table("audit_leaf")} (place, event_id, hash) SELECT place, id, decode(hash, 'hex') FROM given
    )
    UPDATE ${table("audit_event")} AS event SET place = given.place FROM given WHERE event.id = given.id`.execute(
    transaction,
  );
}

/** After each batch, and when the trail has been idle for a while. */
async function signCheckpoint(
  transaction: DatabaseTransaction,
  signer: NoteSigner,
  tree: CompactRange,
  isGrown: boolean,
): Promise<string | null> {
  if (!isGrown && !(await isIdle(transaction))) return null;
  const { size } = tree;
  const note = signer.sign(writeCheckpoint({ origin: signer.name, size, root: tree.root() }));
  await transaction
    .insertInto("audit_checkpoint")
    .values({ size: String(size), subtrees: Buffer.concat(tree.subtrees), note })
    .execute();
  return note;
}

async function isIdle(transaction: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ is_idle: boolean }>`
    SELECT coalesce(max(at) < now() - ${SEAL_IDLE_MS}::float8 * interval '1 millisecond', true) AS is_idle
    FROM ${table("audit_checkpoint")}`.execute(transaction);
  return rows[0]?.is_idle ?? true;
}

// Seals the logs of runs that have ended: what the leaf of each `run.ended` says of its run.

type RunSealRow = {
  runId: string;
  eventId: string;
  /** The root over the events. */
  log: Uint8Array;
  commitments: Uint8Array;
  answerSalt: string;
  answer: Uint8Array;
};

/** @returns by the id of the audit event; a run that was erased meanwhile is sealed as empty */
async function sealRuns(
  transaction: DatabaseTransaction,
  events: readonly { id: string; action: string; run_id: string | null }[],
): Promise<Map<string, RunSealRow>> {
  const ended = events.flatMap(({ id, action, run_id: runId }) =>
    action === "run.ended" && runId !== null ? [{ eventId: id, runId }] : [],
  );
  if (ended.length === 0) return new Map();
  const runIds = ended.map(({ runId }) => runId);
  const logs = await readLogs(transaction, runIds);
  const answers = await readAnswers(transaction, runIds);
  return new Map(
    ended.map(({ eventId, runId }) => {
      const { root: log, commitments } = sealLog(logs.get(runId) ?? []);
      const answerSalt = randomUUID();
      const answer = commitTo(answers.get(runId) ?? "", answerSalt);
      return [eventId, { runId, eventId, log, commitments, answerSalt, answer }];
    }),
  );
}

async function storeRunSeals(
  transaction: DatabaseTransaction,
  seals: readonly RunSealRow[],
): Promise<void> {
  if (seals.length === 0) return;
  const rows = seals.map(({ runId, eventId, commitments, answerSalt, answer }) => ({
    run_id: runId,
    event_id: eventId,
    commitments: Buffer.from(commitments).toString("hex"),
    answer_salt: answerSalt,
    answer: Buffer.from(answer).toString("hex"),
  }));
  await sql`
    INSERT INTO ${table("run_seal")} (run_id, event_id, commitments, answer_salt, answer)
    SELECT run_id, event_id, decode(commitments, 'hex'), answer_salt, decode(answer, 'hex')
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS given(run_id uuid, event_id uuid, commitments text, answer_salt uuid, answer text)`.execute(
    transaction,
  );
}
