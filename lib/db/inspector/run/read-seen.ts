import "server-only";
/** What a run showed its person, and how much more it recorded. */
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type {
  InspectedMessage,
  InspectedRun,
} from "../../../contracts/inspector/run/inspected-run.ts";
import { auditedRead } from "../audited-read.ts";
import { findRun } from "../find-run.ts";
import { recordFollowing } from "../record-following.ts";
import { EVENT_COLUMNS } from "./read-event-window.ts";
import type { StoredEvent } from "./read-events.ts";
import { readVisibleMessages } from "./read-visible-messages.ts";

export type StoredSeen = {
  run: InspectedRun;
  messages: InspectedMessage[];
  messageCount: number;
  /** The public events, the first of them. */
  events: StoredEvent[];
  eventCount: number;
  /** UTF-8 bytes of all payloads in the log, and of the public ones. */
  storedBytes: number;
  publicBytes: number;
};

/** Pieces of one answer; how many there are is said beside them. */
const PIECES_MAX = 5_000;

type Sizes = { stored: number; seen: number; many: number };

/**
 * Audited as `run.inspected`.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readSeen(actor: Actor, runId: string): Promise<StoredSeen> {
  assertCan(actor, "run:inspect");
  return auditedRead(async (transaction) => {
    const run = await findRun(actor, runId, transaction);
    await recordFollowing(transaction, actor, runId, "seen");
    const visible = await readVisibleMessages(transaction, run);
    const events = await transaction.runEvent.findMany({
      where: { runId, visibility: "public" },
      orderBy: { seq: "asc" },
      take: PIECES_MAX,
      select: EVENT_COLUMNS,
    });
    const [sizes] = await transaction.$queryRaw<Sizes[]>`
SELECT coalesce(sum(octet_length(payload::text)), 0)::float8 AS stored,
  coalesce(sum(octet_length(payload::text)) FILTER (WHERE visibility = 'public'), 0)::float8 AS seen,
  (count(*) FILTER (WHERE visibility = 'public'))::int AS many
FROM run_event WHERE run_id = ${runId}::uuid`;
    return {
      run,
      ...visible,
      events,
      eventCount: sizes?.many ?? 0,
      storedBytes: sizes?.stored ?? 0,
      publicBytes: sizes?.seen ?? 0,
    };
  });
}
