import "server-only";
/** The hops above a hop, by `parentRef` alone. A cycle ends the walk where it closes. */
import type { HopName } from "../../../contracts/inspector/envelope/envelope-inspection.ts";
import { Prisma } from "../../generated/client.ts";
import type { InspectionTransaction } from "../audited-read.ts";
import type { StoredStart } from "./envelope-rows.ts";

/** Each kind of hop writes one scope, and its nearest hop is near: further up is not looked. */
const ABOVE_MAX = 64;

type AboveRow = { seq: number; hop_ref: string; kind: string | null; node_id: string | null };

/** Nearest first. Of an id that started twice, the first start counts. */
export async function readHopsAbove(
  transaction: InspectionTransaction,
  runId: string,
  { hopRef, parentRef }: Pick<StoredStart, "hopRef" | "parentRef">,
): Promise<(HopName & { seq: number })[]> {
  if (parentRef === null) return [];
  const start = (ref: Prisma.Sql) => Prisma.sql`
    SELECT seq, hop_ref, payload->>'parentRef' AS parent_ref, payload->>'kind' AS kind,
      payload->>'nodeId' AS node_id
    FROM run_event
    WHERE run_id = ${runId}::uuid AND type = 'hop.started' AND hop_ref = ${ref}
    ORDER BY seq LIMIT 1`;
  const rows = await transaction.$queryRaw<AboveRow[]>`
    WITH RECURSIVE above AS (
      SELECT first.*, 1 AS distance, ARRAY[${hopRef}::text, first.hop_ref] AS path
      FROM (${start(Prisma.sql`${parentRef}`)}) AS first
      UNION ALL
      SELECT next.*, above.distance + 1, above.path || next.hop_ref
      FROM above CROSS JOIN LATERAL (${start(Prisma.sql`above.parent_ref`)}) AS next
      WHERE above.distance < ${ABOVE_MAX} AND NOT next.hop_ref = ANY(above.path)
    )
    SELECT seq, hop_ref, kind, node_id FROM above ORDER BY distance`;
  return rows.map((row) => ({
    seq: row.seq,
    hopRef: row.hop_ref,
    kind: row.kind ?? "unknown",
    nodeId: row.node_id ?? "unknown",
  }));
}
