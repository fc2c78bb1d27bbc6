import "server-only";
/** The audit row of a look that is repeated every half second: one a minute stands for all of them. */
import { randomUUID } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { Prisma } from "../generated/client.ts";
import type { InspectionTransaction } from "./audited-read.ts";

const COVERED_MS = 60_000;

/** Writes a row, unless this operator's own row for this part of this run is younger than a minute. */
export async function recordFollowing(
  transaction: InspectionTransaction,
  actor: Actor,
  runId: string,
  part: "skeleton" | "seen",
): Promise<void> {
  const since = new Date(Date.now() - COVERED_MS);
  const target = `run:${runId}`;
  await transaction.$executeRaw(Prisma.sql`
INSERT INTO audit_event (id, actor_id, action, target, outcome, detail)
SELECT ${randomUUID()}::uuid, ${actor.userId}, 'run.inspected', ${target}, 'allowed',
  jsonb_build_object('part', ${part}::text, 'afterSeq', 0)
WHERE NOT EXISTS (SELECT FROM audit_event WHERE at > ${since} AND actor_id = ${actor.userId}
  AND action = 'run.inspected' AND target = ${target} AND detail->>'part' = ${part})`);
}
