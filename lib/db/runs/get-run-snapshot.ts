import "server-only";
/** The public projection of a run as the log in the database has it. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { LogEventBody } from "../../contracts/log-event.ts";
import { MessageEnd } from "../../contracts/message-end.ts";
import type { PublicStatus } from "../../contracts/public-status.ts";
import { AppError } from "../../errors/app-error.ts";
import { runStatement, type Statement } from "../run-statement.ts";

/** What the log knew of the answer when it was read. */
export type RunSnapshot = {
  answerMessageId: string;
  text: string;
  /** Newest public sequence number. */
  seq: number;
  status: PublicStatus | null;
  /** The stored events that have a public sequence number, in order: all public ones but deltas. */
  events: readonly { publicSeq: number; body: LogEventBody }[];
  /** Null while the run is live. */
  ending: MessageEnd | null;
  reason: string | null;
};

type Row = {
  answer_message_id: string;
  run_status: string;
  reason: string | null;
  text: string;
  public_events: { publicSeq: number; body: unknown }[];
};

const SNAPSHOT: Statement = {
  name: "get-run-snapshot",
  text: `
SELECT r.answer_message_id, r.status AS run_status, r.reason,
  CASE WHEN r.status = 'running' THEN coalesce((
    SELECT string_agg(e.payload->>'text', '' ORDER BY e.seq) FROM run_event e
    WHERE e.run_id = r.id AND e.type = 'answer.delta'), '') ELSE m.content END AS text,
  coalesce((
    SELECT json_agg(json_build_object(
      'publicSeq', e.public_seq, 'body', e.payload || jsonb_build_object('type', e.type)) ORDER BY e.seq)
    FROM run_event e WHERE e.run_id = r.id AND e.public_seq IS NOT NULL), '[]') AS public_events
FROM run r JOIN message m ON m.id = r.answer_message_id
WHERE r.id = $1::uuid AND r.user_id = $2`,
};

/** @throws AppError `not-found` when there is no such run, or it is another person's */
export async function getRunSnapshot(actor: Actor, runId: string): Promise<RunSnapshot> {
  assertCan(actor, "chat:use");
  const [row] = await runStatement<Row>(SNAPSHOT, [runId, actor.userId]);
  if (!row) throw new AppError("not-found");
  const ending = row.run_status === "running" ? null : MessageEnd.parse(row.run_status);
  const events = row.public_events.flatMap(({ publicSeq, body }) => {
    const parsed = LogEventBody.safeParse(body);
    return parsed.success ? [{ publicSeq, body: parsed.data }] : [];
  });
  const told = events.flatMap(({ body }) => (body.type === "status.changed" ? [body.status] : []));
  return {
    answerMessageId: row.answer_message_id,
    text: row.text,
    seq: events.at(-1)?.publicSeq ?? 0,
    status: told.at(-1) ?? null,
    events,
    ending,
    reason: row.reason,
  };
}
