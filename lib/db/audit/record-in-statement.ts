/**
 * Audit events that are parts of another statement: they commit with its effect and cost no round trip. Their rows are
 * signed before it; the statement writes those whose effect it had.
 */
import "server-only";
import { hash } from "node:crypto";
import { type QueryCreator, type RawBuilder, sql } from "kysely";
import type { LogEnd } from "../../audit/crypto/event-mac.ts";
import type { LogEvent } from "../../contracts/run/log-event.ts";
import type { RunResult } from "../../contracts/run/run-work.ts";
import type { Database } from "../client.ts";
import { columnsOf, insertRows, table } from "../typed-sql.ts";
import { AUDIT_ROW_TYPES, toAuditRow } from "./audit-row.ts";

type About = { runId: string; userId: string };

const given = columnsOf("audit_event", "given");

/** @param rows as JSON @param effect what is joined to them: a row is written for each that it finds */
function auditPart(
  db: QueryCreator<Database>,
  rows: RawBuilder<string>,
  effect: RawBuilder<unknown>,
) {
  return insertRows(db, "audit_event", { json: rows, types: AUDIT_ROW_TYPES, rest: effect }, {});
}

/** The row of a run's end. It says where the log ends, so that nothing is missing unseen when the log is sealed. */
export function toEndRows(
  { runId, userId }: About,
  { ending: status, reason }: Pick<RunResult, "ending" | "reason">,
  log: LogEnd | undefined,
): string {
  const by = { actorId: userId, subjectId: userId, outcome: "allowed" } as const;
  const event = { ...by, action: "run.ended", target: `run:${runId}`, runId } as const;
  return JSON.stringify([
    toAuditRow({ ...event, detail: { status, reason, ...(log && { log }) } }),
  ]);
}

/** The end of the run whose row the part `ended` returns. Its leaf will seal the run's log. */
export function endPart(db: QueryCreator<Database>, rows: RawBuilder<string>) {
  const run = columnsOf("run", "ended");
  return auditPart(db, rows, sql`JOIN ended ON ${run("id")} = ${given("run_id")}`);
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

/** A question that waits for the person's word. */
export type OpenApproval = { id: string; runId: string };

/**
 * The rows of a decision, one for each question that waits: what the person decides on, and what that makes void.
 * @param decided the id and the decision; null: all become void
 */
export function toDecisionRows(
  userId: string,
  open: readonly OpenApproval[],
  decided: { id: string; decision: string; changed?: string | null } | null,
): string {
  const by = { actorId: userId, subjectId: userId, outcome: "allowed" } as const;
  const rows = open.map(({ id: approvalId, runId }) => {
    const { decision, changed } =
      decided?.id.toLowerCase() === approvalId ? decided : { decision: "expired", changed: null };
    const detail = { approvalId, decision, ...(changed && { changed: hash("sha256", changed) }) };
    const event = { ...by, action: "approval.decided", target: `run:${runId}`, runId } as const;
    return toAuditRow({ ...event, detail });
  });
  return JSON.stringify(rows);
}

/** Decisions on the approvals that the part `decided` returns. */
export function decisionsPart(db: QueryCreator<Database>, rows: RawBuilder<string>) {
  const approval = columnsOf("approval", "decided");
  return auditPart(
    db,
    rows,
    sql`JOIN decided ON ${approval("id")} = (${given("detail")}->>'approvalId')::uuid
      AND ${approval("status")} = ${given("detail")}->>'decision'`,
  );
}

export const DECIDED = ["id", "status"] as const satisfies (keyof Database["approval"])[];

/** @param userOf the person of a run; a run without one is not ours, and its rows would not be written */
export function toViolationRows(
  events: readonly LogEvent[],
  userOf: (runId: string) => string | undefined,
): string {
  const rows = events.flatMap(({ runId, seq, body }) => {
    const subjectId = userOf(runId);
    if (body.type !== "policy.violated" || subjectId === undefined) return [];
    const event = { actorId: null, action: "policy.violated", outcome: "denied" } as const;
    return toAuditRow({ ...event, target: `run:${runId}`, runId, subjectId, detail: { seq } });
  });
  return JSON.stringify(rows);
}

/** Violations among the events that the part `appended` stored now. */
export function violationsPart(db: QueryCreator<Database>, rows: RawBuilder<string>) {
  const event = columnsOf("run_event", "appended");
  return auditPart(
    db,
    rows,
    sql`JOIN appended ON ${event("run_id")} = ${given("run_id")}
      AND ${event("seq")} = (${given("detail")}->>'seq')::int`,
  );
}

/** What `appended` returns for `violationsPart`. */
export const APPENDED = ["run_id", "seq"] as const satisfies (keyof Database["run_event"])[];
