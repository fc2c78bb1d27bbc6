import "server-only";
/** Writes an audit event, in the transaction of what it records. The sealer gives it its place in the trail. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { AuditEvent } from "../../contracts/audit/audit-event.ts";
import type { Database } from "../client.ts";
import { storableJson } from "../storable-json.ts";

/** @throws what the database throws: then the effect must not happen either */
export async function recordAudit(executor: Kysely<Database>, event: AuditEvent): Promise<void> {
  await executor.insertInto("audit_event").values(toAuditRow(event)).execute();
}

function toAuditRow(event: AuditEvent) {
  return {
    id: randomUUID(),
    actor_id: event.actorId,
    action: event.action,
    target: event.target,
    outcome: event.outcome,
    subject_id: event.subjectId ?? null,
    run_id: event.runId ?? null,
    detail: storableJson(event.detail),
  };
}
