/** An audit event as its row, signed: all its columns are fixed here, and none by the database. */
import "server-only";
import type { Selectable } from "kysely";
import { isKeptDetail } from "../../audit/bundle/kept-details.ts";
import { newSignedRow, type RowFacts } from "../../audit/crypto/row-mac.ts";
import type { Erasable } from "../../audit/leaf.ts";
import type { AuditEvent } from "../../contracts/audit/audit-event.ts";
import { parseByValue } from "../../contracts/json/exact-numbers.ts";
import type { Database } from "../client.ts";
import { storableJson, storableText } from "../storable-json.ts";
import { presentRowKey } from "./trail-keys.ts";

/** Types of the columns of a row that is sent as JSON. */
export const AUDIT_ROW_TYPES = {
  id: "uuid",
  at: "timestamptz",
  actor_id: "text",
  action: "text",
  target: "text",
  outcome: "text",
  subject_id: "text",
  run_id: "uuid",
  detail: "jsonb",
  salt: "uuid",
  mac: "bytea",
} as const;

export type AuditRow = ReturnType<typeof toAuditRow>;

/** The caller has found whom the event concerns. */
export type SubjectedEvent = AuditEvent & { subjectId: string | null };

/** @returns the row as JSON, its keys the columns */
export function toAuditRow(event: SubjectedEvent, id?: string) {
  return asRow(signEvent(event, id));
}

function asRow({ facts, mac }: ReturnType<typeof signEvent>) {
  const { id, at, action, target, outcome, detail } = facts;
  return {
    id,
    at,
    actor_id: facts.actorId,
    action,
    target,
    outcome,
    subject_id: facts.subjectId,
    run_id: facts.runId,
    detail: detail.value,
    salt: detail.salt,
    mac: `\\x${Buffer.from(mac).toString("hex")}`,
  } satisfies Record<keyof typeof AUDIT_ROW_TYPES, unknown>;
}

/** As the sealer reads it. */
export function toWaitingRow(row: AuditRow): { facts: RowFacts; mac: Uint8Array } {
  const {
    actor_id: actorId,
    subject_id: subjectId,
    run_id: runId,
    detail,
    salt,
    mac,
    ...rest
  } = row;
  return {
    facts: { ...rest, actorId, subjectId, runId, detail: { value: detail, salt } },
    mac: Buffer.from(mac.slice(2), "hex"),
  };
}

/** What a new row says, as the database will have it, and its MAC. */
export function signEvent({ detail, runId, target, ...event }: SubjectedEvent, id?: string) {
  const { actorId, action, outcome, subjectId } = event;
  const about = { target: storableText(target), runId: runId?.toLowerCase() ?? null };
  const storable: unknown = parseByValue(storableJson(detail));
  return newSignedRow(
    presentRowKey(),
    { actorId, action, outcome, subjectId, ...about },
    storable,
    id,
  );
}

type StoredFacts = Omit<
  Selectable<Database["audit_event"]>,
  "place" | "mac" | "erased_by" | "erased_mac"
>;

/** What a stored row says. */
export function toFacts(row: StoredFacts): RowFacts {
  return {
    id: row.id,
    at: toIso(row.at),
    actorId: row.actor_id,
    action: row.action,
    target: row.target,
    outcome: row.outcome,
    subjectId: row.subject_id,
    runId: row.run_id,
    detail: toErasable(row),
  };
}

type StoredDetail = {
  action: string | null;
  detail: unknown;
  detail_commitment: Uint8Array | null;
  salt: string | null;
};

/** Only a blank detail stands for its commitment, and only where it may be erased: beside it, anything could be written. */
export function toErasable({
  action,
  detail,
  detail_commitment: commitment,
  salt,
}: StoredDetail): Erasable {
  const isBlank = detail !== null && typeof detail === "object" && Object.keys(detail).length === 0;
  return commitment && isBlank && !isKeptDetail(action)
    ? { commitment }
    : { value: detail, salt: salt ?? "" };
}

/** For an infinite time, which no row of ours has, the text is what the driver gives. */
export function toIso(at: Date): string {
  return at instanceof Date && !Number.isNaN(at.getTime()) ? at.toISOString() : String(at);
}
