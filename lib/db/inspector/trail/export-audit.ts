/** Exports what a query of the trail finds as a bundle that proves itself. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { BundleLine } from "../../../audit/bundle/bundle-line.ts";
import type { AuditFilters } from "../../../contracts/inspector/audit/audit-query.ts";
import { startOf } from "../../../contracts/inspector/period.ts";
import { exportTrail, type TrailQuery } from "../../audit/export-trail.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { trailKeys } from "../../audit/trail-keys.ts";
import { kysely } from "../../client.ts";
import { withAudit } from "../with-audit.ts";
import { findPeople } from "./find-people.ts";

/**
 * On record before anything is read. Logs of runs have commitments in place of payloads.
 * @throws AppError `forbidden` without `audit:export`; `audit-unavailable`
 */
export async function exportAudit(
  actor: Actor,
  filters: AuditFilters,
): Promise<AsyncGenerator<BundleLine, void>> {
  assertCan(actor, "audit:export");
  await withAudit(() =>
    recordAudit(kysely(), {
      actorId: actor.userId,
      action: "audit.exported",
      target: "audit",
      outcome: "allowed",
      ...(filters.run !== undefined && { runId: filters.run }),
      detail: { format: "bundle", payloads: false },
    }),
  );
  const { signer, verifierKeys } = trailKeys();
  const query = await toTrailQuery(filters);
  return exportTrail(query, { origin: signer.name, verifierKeys, withPayloads: false });
}

async function toTrailQuery(filters: AuditFilters): Promise<TrailQuery> {
  const { actor, person, action, target, run, to } = filters;
  const since = startOf(filters, "all");
  return {
    ...(actor !== undefined && { actorIds: await findPeople(actor) }),
    ...(person !== undefined && { subjectIds: await findPeople(person) }),
    ...(action !== undefined && { action }),
    ...(target !== undefined && { target }),
    ...(run !== undefined && { runId: run }),
    ...(since !== null && { from: since }),
    ...(to !== undefined && { to: new Date(to) }),
  };
}
