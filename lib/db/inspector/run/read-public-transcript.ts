/** Reads what a run showed its person, and the size of everything that it recorded. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { InspectedRun } from "../../../contracts/inspector/run/inspected-run.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { PIECES_MAX } from "../../limits.ts";
import { auditedRead } from "../audited-read.ts";
import { findRun } from "../find-run.ts";
import { recordFollowing } from "../record-reads.ts";
import { type StoredEvent, selectEvents } from "./read-events.ts";
import { readVisibleMessages, type StoredMessage } from "./read-visible-messages.ts";

export type StoredTranscript = {
  run: InspectedRun;
  messages: StoredMessage[];
  messageCount: number;
  branched: boolean;
  /** The first public events. */
  events: StoredEvent[];
  eventCount: number;
  /** UTF-8 bytes of all payloads in the log, and of the public ones. */
  storedBytes: number;
  publicBytes: number;
};

/**
 * Audited as `run.inspected`.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readPublicTranscript(actor: Actor, runId: string): Promise<StoredTranscript> {
  assertCan(actor, "run:inspect");
  return auditedRead(async (transaction) => {
    const run = await findRun(actor, runId, transaction);
    await recordFollowing(transaction, actor, runId, "transcript");
    const visible = await readVisibleMessages(transaction, run);
    const events = await selectEvents(transaction, runId)
      .where("visibility", "=", "public")
      .limit(PIECES_MAX)
      .execute();
    const sizes = await readSizes(transaction, runId);
    const branched = await hasBranches(transaction, run.conversation.id);
    return {
      run,
      ...visible,
      branched,
      events,
      eventCount: sizes.many,
      storedBytes: sizes.stored,
      publicBytes: sizes.public,
    };
  });
}

function readSizes(transaction: DatabaseTransaction, runId: string) {
  return transaction
    .selectFrom("log_event")
    .select(({ ref }) => {
      const bytes = sql`sum(octet_length(${ref("payload")}::text))`;
      const isPublic = sql`FILTER (WHERE ${ref("visibility")} = 'public')`;
      return [
        sql<number>`coalesce(${bytes}, 0)::float8`.as("stored"),
        sql<number>`coalesce(${bytes} ${isPublic}, 0)::float8`.as("public"),
        sql<number>`(count(*) ${isPublic})::int`.as("many"),
      ];
    })
    .where("run_id", "=", runId)
    .executeTakeFirstOrThrow();
}

async function hasBranches(
  transaction: DatabaseTransaction,
  conversationId: string,
): Promise<boolean> {
  const setAside = await transaction
    .selectFrom("message")
    .select("id")
    .where("conversation_id", "=", conversationId)
    .where("superseded_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return setAside !== undefined;
}
