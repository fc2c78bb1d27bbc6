/** Reads what one hop and its parent received, and which hops are above. Audited before it is read. */
import "server-only";
import { type NotNull, type RawBuilder, sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { HopName } from "../../../contracts/inspector/run/envelope-inspection.ts";
import { AppError } from "../../../errors/app-error.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { HOP_ROWS_MAX, HOPS_ABOVE_MAX } from "../../limits.ts";
import { columnsOf, text, uuid } from "../../typed-sql.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { findRun } from "../find-run.ts";
import {
  type StartRow,
  type StoredFinding,
  type StoredLeft,
  type StoredStart,
  toStoredFinding,
  toStoredLeft,
  toStoredStart,
} from "./read-hop-inputs.ts";

const event = columnsOf("log_event");

export type StoredHop = {
  start: StoredStart;
  /** `seq`s of all starts under this id. */
  starts: number[];
  findings: StoredFinding[];
  /** What the hop left in its own scope when it ended. */
  left: StoredLeft | null;
  parent: StoredStart | null;
  /** The hops above, nearest first. */
  above: HopName[];
};

/**
 * @param seq the start to use if the id has several; default: the first
 * @throws AppError `forbidden`, `not-found`
 */
export async function readHop(
  actor: Actor,
  runId: string,
  hopRef: string,
  seq?: number,
): Promise<StoredHop> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  // PostgreSQL text cannot contain this character, so no hop has such an id.
  if (hopRef.includes("\0")) throw new AppError("not-found");
  return auditedRead(async (transaction) => {
    await findRun(actor, runId, transaction);
    const starts = await readRows(transaction, runId, hopRef, "hop.started");
    const chosen = starts.find((row) => seq === undefined || row.seq === seq);
    if (!chosen) throw new AppError("not-found");
    await recordInspection(transaction, actor, runId, { part: "hop", seq: chosen.seq });
    const start = toStoredStart(chosen);
    const findings = await readRows(transaction, runId, hopRef, "envelope.finding");
    const ends = await readRows(transaction, runId, hopRef, "hop.ended");
    const ended = ends.find((row) => row.seq > chosen.seq);
    const above = await readHopsAbove(transaction, runId, start);
    const [nearest] = above;
    const parents = nearest ? await readStart(transaction, runId, nearest.seq) : [];
    return {
      start,
      starts: starts.map((row) => row.seq),
      findings: findings.map(toStoredFinding),
      left: ended ? toStoredLeft(ended) : null,
      parent: parents.map(toStoredStart)[0] ?? null,
      above: above.map(({ hopRef: ref, kind, nodeId }) => ({ hopRef: ref, kind, nodeId })),
    };
  });
}

function selectEvents(transaction: DatabaseTransaction, runId: string) {
  return transaction
    .selectFrom("log_event")
    .select(["seq", "at", "payload"])
    .where("run_id", "=", runId)
    .orderBy("seq");
}

function readRows(
  transaction: DatabaseTransaction,
  runId: string,
  hopRef: string,
  type: string,
): Promise<StartRow[]> {
  return selectEvents(transaction, runId)
    .where("hop_ref", "=", hopRef)
    .where("type", "=", type)
    .limit(HOP_ROWS_MAX)
    .execute();
}

function readStart(
  transaction: DatabaseTransaction,
  runId: string,
  seq: number,
): Promise<StartRow[]> {
  return selectEvents(transaction, runId).where("seq", "=", seq).execute();
}

/**
 * The hops above a hop, by `parentRef` alone. A cycle ends the walk.
 * Nearest first. If an id started twice, the first start counts.
 */
async function readHopsAbove(
  transaction: DatabaseTransaction,
  runId: string,
  { hopRef, parentRef }: Pick<StoredStart, "hopRef" | "parentRef">,
): Promise<(HopName & { seq: number })[]> {
  if (parentRef === null) return [];
  const startOf = (ref: RawBuilder<string>) =>
    transaction
      .selectFrom("log_event")
      .select([
        "log_event.seq",
        "log_event.hop_ref",
        sql<string | null>`${event("payload")}->>'parentRef'`.as("parent_ref"),
        sql<string | null>`${event("payload")}->>'kind'`.as("kind"),
        sql<string | null>`${event("payload")}->>'nodeId'`.as("node_id"),
      ])
      .where("log_event.run_id", "=", uuid(runId))
      .where("log_event.type", "=", "hop.started")
      .where("log_event.hop_ref", "=", ref)
      .$narrowType<{ hop_ref: NotNull }>()
      .orderBy("log_event.seq")
      .limit(1);
  const rows = await transaction
    .withRecursive("above(seq, hop_ref, parent_ref, kind, node_id, distance, path)", (db) =>
      db
        .selectFrom(startOf(text(parentRef)).as("first"))
        .selectAll("first")
        .select(({ ref }) => [
          sql<number>`1`.as("distance"),
          sql<string[]>`ARRAY[${text(hopRef)}, ${ref("first.hop_ref")}]`.as("path"),
        ])
        .unionAll(
          db
            .selectFrom("above")
            .innerJoinLateral(startOf(sql`above.parent_ref`).as("next"), (join) => join.onTrue())
            .selectAll("next")
            .select(({ ref }) => [
              sql<number>`${ref("above.distance")} + 1`.as("distance"),
              sql<string[]>`${ref("above.path")} || ${ref("next.hop_ref")}`.as("path"),
            ])
            .where("above.distance", "<", HOPS_ABOVE_MAX)
            .where(({ ref }) => sql`NOT ${ref("next.hop_ref")} = ANY(${ref("above.path")})`),
        ),
    )
    .selectFrom("above")
    .select(["above.seq", "above.hop_ref as hopRef", "above.kind", "above.node_id as nodeId"])
    .orderBy("above.distance")
    .execute();
  return rows.map((row) => ({
    ...row,
    kind: row.kind ?? "unknown",
    nodeId: row.nodeId ?? "unknown",
  }));
}
