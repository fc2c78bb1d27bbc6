/** The query of the audit trail, and one page of it. */
import * as z from "zod/mini";
import { AUDIT_SHOWN, type AuditShown } from "../audit/audit-groups.ts";
import { NameFilter, timeFilters } from "./period.ts";

/** An event must match all of them. */
export const AuditFilters = z.strictObject({
  /** Who did it: a part of a name or an e-mail address, or an id. */
  actor: z.optional(NameFilter),
  /** Whose words or account it concerns, likewise. */
  person: z.optional(NameFilter),
  action: z.optional(NameFilter),
  /** What it is about, to the letter: `run:<id>`, `user:<id>`, or a name. */
  target: z.optional(NameFilter),
  run: z.optional(z.uuid()),
  /** All time where nothing is given: an index finds the newest events of every filter. */
  ...timeFilters,
});
export type AuditFilters = z.infer<typeof AuditFilters>;

/** Query of `GET /api/admin/audit`. */
export const AuditQuery = z.extend(AuditFilters, {
  /** A cursor: the events before it. */
  before: z.optional(z.string().check(z.regex(/^\d{1,16}~[0-9a-f-]{36}$/))),
  /** `shownOf` where nothing is given. */
  show: z.optional(z.enum(AUDIT_SHOWN)),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** Who filters means everything that fits; who just opens the trail looks for what is not routine. */
export function shownOf({ show, actor, person, action, target, run }: AuditQuery): AuditShown {
  return show ?? ([actor, person, action, target, run].some(Boolean) ? "all" : "main");
}

/** A person as the trail names them; name and address are null where the account is gone. */
const AuditPerson = z.strictObject({
  id: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
export type AuditPerson = z.infer<typeof AuditPerson>;

export const InspectedAudit = z.strictObject({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Its number in the trail; null until it is sealed. */
  place: z.nullable(z.int()),
  /** Null: signed out, or the server itself. */
  actor: z.nullable(AuditPerson),
  action: z.string(),
  target: z.string(),
  outcome: z.string(),
  person: z.nullable(AuditPerson),
  runId: z.nullable(z.uuid()),
  /** The reason that the actor typed. */
  reason: z.nullable(z.string()),
  /** The rest of the detail, by name and number; null where it was erased. */
  facts: z.nullable(z.array(z.tuple([z.string(), z.string()]))),
});
export type InspectedAudit = z.infer<typeof InspectedAudit>;

/** The last check of the trail. */
export const AuditCheck = z.strictObject({
  at: z.iso.datetime(),
  size: z.int(),
  runs: z.int(),
  /** Null: the trail holds. */
  fault: z.nullable(z.string()),
  place: z.nullable(z.int()),
  runId: z.nullable(z.string()),
  seq: z.nullable(z.int()),
});
export type AuditCheck = z.infer<typeof AuditCheck>;

/** `GET /api/admin/audit` */
export const AuditPage = z.strictObject({
  events: z.array(InspectedAudit),
  /** The cursor of the next page; null at the end. */
  older: z.nullable(z.string()),
  /** How many events are sealed. */
  sealed: z.int(),
  check: z.nullable(AuditCheck),
  /** Refused attempts on record in the last day. */
  refused: z.int(),
  /** True while this server checks the trail. */
  isChecking: z.boolean(),
});
export type AuditPage = z.infer<typeof AuditPage>;
