import "server-only";
/** The public projection of a run as the log in the database has it. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { MessageEnd } from "../../contracts/message-end.ts";
import { PublicStatus } from "../../contracts/public-status.ts";
import { AppError } from "../../errors/app-error.ts";
import { runStatement, type Statement } from "../run-statement.ts";

/** What the log knew of the answer when it was read. */
export type RunSnapshot = {
  answerMessageId: string;
  text: string;
  /** Newest public sequence number. */
  seq: number;
  status: PublicStatus | null;
  /** Null while the run is live. */
  ending: MessageEnd | null;
  reason: string | null;
};

type Row = {
  answer_message_id: string;
  run_status: string;
  reason: string | null;
  text: string;
  seq: number;
  told: string | null;
};

const SNAPSHOT: Statement = {
  name: "get-run-snapshot",
  text: `
SELECT r.answer_message_id, r.status AS run_status, r.reason,
  CASE WHEN r.status = 'running' THEN coalesce((
    SELECT string_agg(e.payload->>'text', '' ORDER BY e.seq) FROM run_event e
    WHERE e.run_id = r.id AND e.type = 'answer.delta'), '') ELSE m.content END AS text,
  coalesce((SELECT max(public_seq) FROM run_event e WHERE e.run_id = r.id), 0) AS seq,
  (SELECT e.payload->>'status' FROM run_event e WHERE e.run_id = r.id AND e.type = 'status.changed'
   ORDER BY e.seq DESC LIMIT 1) AS told
FROM run r JOIN message m ON m.id = r.answer_message_id
WHERE r.id = $1::uuid AND r.user_id = $2`,
};

/** @throws AppError `not-found` when there is no such run, or it is another person's */
export async function getRunSnapshot(actor: Actor, runId: string): Promise<RunSnapshot> {
  assertCan(actor, "chat:use");
  const [row] = await runStatement<Row>(SNAPSHOT, [runId, actor.userId]);
  if (!row) throw new AppError("not-found");
  const ending = row.run_status === "running" ? null : MessageEnd.parse(row.run_status);
  return {
    answerMessageId: row.answer_message_id,
    text: row.text,
    seq: row.seq,
    status: row.told === null ? null : PublicStatus.parse(row.told),
    ending,
    reason: row.reason,
  };
}
