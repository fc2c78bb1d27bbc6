/** Seals the logs of runs that have ended: what the leaf of each `run.ended` says of its run. */
import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { commitTo } from "../../../audit/canonical.ts";
import {
  type ChainedEvent,
  type LogEnd,
  type StoredLog,
  verifyChain,
} from "../../../audit/crypto/event-mac.ts";
import type { RowKey } from "../../../audit/crypto/row-key.ts";
import { commitToPayload, sealLog } from "../../../audit/run-log.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { table, uuids } from "../../typed-sql.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { readAnswers, readChainedLogs, readErased } from "../runs/read-logs.ts";
import { rowKeys } from "../trail-keys.ts";
import type { WaitingRow } from "./read-waiting.ts";

export type RunSealRow = {
  runId: string;
  eventId: string;
  /** The root over the events. */
  log: Uint8Array;
  commitments: Uint8Array;
  answerSalt: string;
  answer: Uint8Array;
};

/** The log of a run whose end is about to get its place. */
export type EndedLog = {
  runId: string;
  /** Id of the row that ends the run. */
  eventId: string;
  events: readonly ChainedEvent[];
  /** The commitments to their payloads, made once. */
  payloads: readonly Uint8Array[];
  answer: string;
  /** The application did not write this log, or not all of what it wrote is there: then it is not sealed. */
  fault: Found | null;
};

/** Reads the logs of the runs that these rows end. */
export async function readEndedLogs(
  transaction: DatabaseTransaction,
  rows: readonly WaitingRow[],
  keys: readonly RowKey[],
): Promise<EndedLog[]> {
  const ended = rows.flatMap(({ facts: { id, action, runId, detail } }) =>
    action === "run.ended" && runId !== null
      ? [{ eventId: id, runId, end: endOf("value" in detail ? detail.value : null) }]
      : [],
  );
  if (ended.length === 0) return [];
  const runIds = ended.map(({ runId }) => runId);
  const sealed = await readSealed(transaction, runIds);
  const logs = await readChainedLogs(transaction, runIds);
  const answers = await readAnswers(transaction, runIds);
  const judged = ended.map(({ eventId, runId, end }) => {
    const log = toStoredLog(runId, logs.get(runId) ?? []);
    const seq = end && faultOf(keys, log, end);
    return Object.assign(log, { eventId, answer: answers.get(runId) ?? "", seq });
  });
  const faulty = judged.filter(({ seq }) => seq !== null).map(({ runId }) => runId);
  // Erased before its end was sealed: under a tombstone of ours.
  const erased = faulty.length > 0 ? await readErased(transaction, faulty) : new Map();
  return judged.map(({ seq, ...log }) => {
    const isFaulty = seq !== null && !erased.has(log.runId);
    // A run ends once.
    const fault = sealed.has(log.runId)
      ? foundAt("seal-changed", { runId: log.runId })
      : isFaulty
        ? foundAt("log-forged", { runId: log.runId, seq })
        : null;
    return Object.assign(log, { fault });
  });
}

/** What the row of a run's end says of its log. Null: a version that signed no events ended the run. */
export function endOf(detail: unknown): LogEnd | null {
  return (Object(detail) as { log?: LogEnd }).log ?? null;
}

/** The first event of a log, as it is now, that is not as the application wrote it. */
export async function findForged(runId: string, end: LogEnd): Promise<number | null> {
  const events = (await readChainedLogs(kysely(), [runId])).get(runId) ?? [];
  return faultOf(rowKeys(), toStoredLog(runId, events), end);
}

/** The first event that is not as the application wrote it. */
function faultOf(keys: readonly RowKey[], log: StoredLog, end: LogEnd): number | null {
  const mayLackMacs = (end.unsigned ?? 0) > 0;
  const verdict = verifyChain(keys, log, { end, mayLackMacs });
  // Nobody asked: nothing of the log is the application's own, but for its end.
  if (verdict.ok && end.begun === false) return 1;
  return verdict.ok ? null : verdict.seq;
}

/** Up to the first event that cannot be one of ours: its payload has no canonical JSON. */
export function toStoredLog(runId: string, events: readonly ChainedEvent[]): StoredLog {
  const payloads: Uint8Array[] = [];
  try {
    for (const event of events) payloads.push(commitToPayload(event));
  } catch {
    // Such as a number that JSON does not have. What has no commitment is not ours.
  }
  return { runId, events, payloads };
}

/** @returns by the id of the audit event; a run that was erased meanwhile is sealed as empty */
export function sealRuns(logs: readonly EndedLog[]): Map<string, RunSealRow> {
  const sound = logs.filter(({ fault }) => fault === null);
  return new Map(
    sound.map(({ runId, eventId, events, payloads, answer }) => {
      const { root: log, commitments } = sealLog(events, payloads);
      const answerSalt = randomUUID();
      const committed = commitTo(answer, answerSalt);
      return [eventId, { runId, eventId, log, commitments, answerSalt, answer: committed }];
    }),
  );
}

/** Those that have the seal of an end which has its place. */
async function readSealed(
  transaction: DatabaseTransaction,
  runIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction
    .selectFrom("run_seal")
    .select("run_id")
    .where("run_id", "=", anyOf(runIds))
    .execute();
  return new Set(rows.map(({ run_id: id }) => id));
}

const anyOf = (ids: readonly string[]) => sql<string>`ANY(${uuids(ids)})`;

/**
 * Seals that stand where these rows' seals belong, and that no sealer made: no leaf is of their event, or it is not the end of
 * their run. They would keep every later row from its place.
 */
export async function removeForeignSeals(
  transaction: DatabaseTransaction,
  rows: readonly WaitingRow[],
): Promise<Found[]> {
  const ended = rows.filter(({ facts }) => facts.action === "run.ended");
  if (ended.length === 0) return [];
  const { rows: removed } = await sql<{ run_id: string }>`
    DELETE FROM ${table("run_seal")} AS seal
    WHERE (run_id = ${anyOf(ended.flatMap(({ facts }) => facts.runId ?? []))}
        OR event_id = ${anyOf(ended.map(({ facts }) => facts.id))})
      AND (NOT EXISTS (SELECT FROM ${table("audit_leaf")} AS leaf WHERE leaf.event_id = seal.event_id)
        OR EXISTS (
          SELECT FROM ${table("audit_event")} AS event
          WHERE event.id = seal.event_id AND (event.action <> 'run.ended' OR event.run_id IS DISTINCT FROM seal.run_id)))
    RETURNING run_id`.execute(transaction);
  return removed.map(({ run_id: runId }) => foundAt("seal-changed", { runId }));
}

export async function storeRunSeals(
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
