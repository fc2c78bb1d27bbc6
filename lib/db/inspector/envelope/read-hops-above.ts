/** The hops above a hop, by `parentRef` alone. A cycle ends the walk. */
import "server-only";
import { type NotNull, type RawBuilder, sql } from "kysely";
import type { HopName } from "../../../contracts/inspector/envelope/envelope-inspection.ts";
import { HOPS_ABOVE_MAX } from "../../limits.ts";
import { columnsOf, text, uuid } from "../../typed-sql.ts";
import type { InspectionTransaction } from "../audited-read.ts";
import type { StoredStart } from "./envelope-rows.ts";

const event = columnsOf("log_event");

/** Nearest first. If an id started twice, the first start counts. */
export async function readHopsAbove(
  transaction: InspectionTransaction,
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
