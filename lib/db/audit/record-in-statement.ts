/** Audit events that are parts of another statement: they commit with its effect and cost no round trip. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { AuditEvent } from "../../contracts/audit/audit-event.ts";
import type { Database } from "../client.ts";
import { columnsOf, table } from "../typed-sql.ts";

type Part = {
  action: AuditEvent["action"];
  outcome: AuditEvent["outcome"];
  actor: RawBuilder<string | null>;
  subject: RawBuilder<string>;
  runId: RawBuilder<string>;
  detail: RawBuilder<unknown>;
  /** The FROM clause and what follows. A row is written for each that it finds. */
  source: RawBuilder<unknown>;
};

/** An INSERT as a common table expression. The target of each row is its run. */
function auditPart({ action, outcome, actor, subject, runId, detail, source }: Part) {
  return sql<{ id: string }>`(
    INSERT INTO ${table("audit_event")} (id, actor_id, action, target, outcome, subject_id, run_id, detail)
    SELECT gen_random_uuid(), ${actor}, ${sql.lit(action)}, 'run:' || ${runId}, ${sql.lit(outcome)}, ${subject},
      ${runId}, ${detail} ${source})`;
}

/** The end of the run whose row the part `ended` returns. Its leaf will seal the run's log. */
export function endPart() {
  const ended = columnsOf("run", "ended");
  return auditPart({
    action: "run.ended",
    outcome: "allowed",
    actor: ended("user_id"),
    subject: ended("user_id"),
    runId: ended("id"),
    detail: sql`jsonb_build_object('status', ${ended("status")}, 'reason', ${ended("reason")})`,
    source: sql`FROM ended`,
  });
}

/**
 * Fails where the trail refuses rows, and writes none: PostgreSQL checks privileges, constraints and triggers of a row
 * before it finds that the row is there. A turn whose end could not be recorded does not begin.
 */
export function trialPart() {
  const event = columnsOf("audit_event");
  const columns = sql.join((["id", "action", "target", "outcome"] as const).map(event));
  return sql<{ id: string }>`(
    INSERT INTO ${table("audit_event")} (id, action, target, outcome)
    SELECT ${columns} FROM ${table("audit_event")} WHERE ${event("place")} = 0 ON CONFLICT (id) DO NOTHING)`;
}

/**
 * Decisions on approvals that the part `decided` returns: the person's own, and those that another message of theirs made
 * void.
 */
export function decisionsPart(user: RawBuilder<string>) {
  const approval = columnsOf("approval", "decided");
  return auditPart({
    action: "approval.decided",
    outcome: "allowed",
    actor: user,
    subject: user,
    runId: approval("run_id"),
    detail: sql`jsonb_build_object('approvalId', ${approval("id")}, 'decision', ${approval("status")})`,
    source: sql`FROM decided`,
  });
}

export const DECIDED = ["id", "run_id", "status"] as const satisfies (keyof Database["approval"])[];

/** Violations among the events that the part `appended` stored now, of the runs in `runs`. */
export function violationsPart(runs: "held" | "ended") {
  const run = columnsOf("run", runs);
  const event = columnsOf("run_event", "appended");
  return auditPart({
    action: "policy.violated",
    outcome: "denied",
    actor: sql<null>`NULL`,
    subject: run("user_id"),
    runId: run("id"),
    detail: sql`jsonb_build_object('seq', ${event("seq")})`,
    source: sql`FROM appended JOIN ${sql.table(runs)} ON ${run("id")} = ${event("run_id")}
      WHERE ${event("type")} = 'policy.violated'`,
  });
}

/** What `appended` returns for `violationsPart`. */
export const APPENDED = [
  "run_id",
  "seq",
  "type",
] as const satisfies (keyof Database["run_event"])[];
