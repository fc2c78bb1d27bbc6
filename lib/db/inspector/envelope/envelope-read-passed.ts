import "server-only";
/** What was passed to some hops, in figures. Values stay in the database. */
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import {
  type PassedToHop,
  SignatureVerdict,
} from "../../../contracts/inspector/envelope/envelope-inspection.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { findRun } from "../find-run.ts";

type PassedRow = {
  seq: number;
  state_bytes: number | null;
  variables: number | null;
  spilled_bytes: number | null;
  signature: string | null;
  args_sha256: string | null;
};

/** A tool's call is recorded right after its hop's start, with what ran beside it in between. */
const CALL_WITHIN = 64;

/**
 * @param seqs of the starts
 * @throws AppError `forbidden`, `not-found`
 */
export async function readPassed(
  actor: Actor,
  runId: string,
  seqs: readonly number[],
): Promise<PassedToHop[]> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    await findRun(actor, runId, transaction);
    await recordInspection(transaction, actor, runId, { part: "hops", count: seqs.length });
    const rows = await transaction.$queryRaw<PassedRow[]>`
      SELECT e.seq,
        (SELECT octet_length(h.value) FROM jsonb_each_text(
          CASE WHEN jsonb_typeof(e.payload->'headers') = 'object' THEN e.payload->'headers' END
        ) AS h WHERE lower(h.key) = 'x-agent-state' LIMIT 1)::int AS state_bytes,
        CASE WHEN e.payload ? 'envelope' THEN (SELECT count(*) FROM jsonb_each(
          CASE WHEN jsonb_typeof(e.payload#>'{envelope,variables}') = 'object'
            THEN e.payload#>'{envelope,variables}' ELSE '{}' END
        ) AS scope, jsonb_object_keys(
          CASE WHEN jsonb_typeof(scope.value) = 'object' THEN scope.value ELSE '{}' END
        )) END::int AS variables,
        octet_length(e.payload#>>'{spilled,body}')::int AS spilled_bytes,
        e.payload->>'signature' AS signature,
        coalesce((
          SELECT c.payload->>'argsSha256' FROM run_event c
          WHERE c.run_id = e.run_id AND c.seq > e.seq AND c.seq <= e.seq + ${CALL_WITHIN}
            AND c.type = 'tool.called' AND c.hop_ref = e.hop_ref
          ORDER BY c.seq LIMIT 1
        ), CASE WHEN e.payload->>'kind' = 'tool' THEN n.input_sha256 END) AS args_sha256
      FROM run_event e
      LEFT JOIN node_history n ON n.run_id = e.run_id AND n.hop_ref = e.hop_ref
      WHERE e.run_id = ${runId}::uuid AND e.seq = ANY(${[...seqs]}::int[]) AND e.type = 'hop.started'
      ORDER BY e.seq`;
    return rows.map((row) => ({
      seq: row.seq,
      stateBytes: row.state_bytes,
      variables: row.state_bytes === null ? null : row.variables,
      spilledBytes: row.spilled_bytes,
      signature: SignatureVerdict.nullable().catch(null).parse(row.signature),
      argsSha256: row.args_sha256,
    }));
  });
}
