import "server-only";
/** The hops above a hop, by `parentRef` alone. A cycle ends the walk where it closes. */
import { type RawBuilder, sql } from "kysely";
import type { HopName } from "../../../contracts/inspector/envelope/envelope-inspection.ts";
import { columnsOf, table, text, uuid } from "../../typed-sql.ts";
import type { InspectionTransaction } from "../audited-read.ts";
import type { StoredStart } from "./envelope-rows.ts";

/** How far up the search goes. Each kind of hop writes one scope, and its nearest hop is close. */
const ABOVE_MAX = 64;

type HopAbove = { seq: number; hopRef: string; kind: string | null; nodeId: string | null };

const event = columnsOf("log_event");

/** Nearest first. If an id started twice, the first start counts. */
export async function readHopsAbove(
  transaction: InspectionTransaction,
  runId: string,
  { hopRef, parentRef }: Pick<StoredStart, "hopRef" | "parentRef">,
): Promise<(HopName & { seq: number })[]> {
  if (parentRef === null) return [];
  const start = (ref: RawBuilder<unknown>) => sql`
    SELECT ${event("seq")}, ${event("hop_ref")}, ${event("payload")}->>'parentRef' AS parent_ref,
      ${event("payload")}->>'kind' AS kind, ${event("payload")}->>'nodeId' AS node_id
    FROM ${table("log_event")}
    WHERE ${event("run_id")} = ${uuid(runId)} AND ${event("type")} = 'hop.started' AND ${event("hop_ref")} = ${ref}
    ORDER BY ${event("seq")} LIMIT 1`;
  const { rows } = await sql<HopAbove>`
    WITH RECURSIVE above AS (
      SELECT first.*, 1 AS distance, ARRAY[${text(hopRef)}, first.hop_ref] AS path
      FROM (${start(text(parentRef))}) AS first
      UNION ALL
      SELECT next.*, above.distance + 1, above.path || next.hop_ref
      FROM above CROSS JOIN LATERAL (${start(sql`above.parent_ref`)}) AS next
      WHERE above.distance < ${ABOVE_MAX}::int AND NOT next.hop_ref = ANY(above.path)
    )
    SELECT seq, hop_ref AS "hopRef", kind, node_id AS "nodeId" FROM above ORDER BY distance`.execute(
    transaction,
  );
  return rows.map((row) => ({
    ...row,
    kind: row.kind ?? "unknown",
    nodeId: row.nodeId ?? "unknown",
  }));
}
