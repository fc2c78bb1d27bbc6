/** Seals the logs of runs that have ended: what the leaf of each `run.ended` says of its run. */
import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { commitTo } from "../../../audit/canonical.ts";
import { sealLog } from "../../../audit/runs/run-log.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { table } from "../../typed-sql.ts";
import { readAnswers, readLogs } from "./read-logs.ts";

export type RunSealRow = {
  runId: string;
  eventId: string;
  /** The root over the events. */
  log: Uint8Array;
  commitments: Uint8Array;
  answerSalt: string;
  answer: Uint8Array;
};

/** @returns by the id of the audit event; a run that was erased meanwhile is sealed as empty */
export async function sealRuns(
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
