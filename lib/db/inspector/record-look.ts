/** Looks outside of a transaction: on record, and read back, before anything is shown. */
import "server-only";
import { type AuditEvent, LOOK_ACTIONS } from "../../contracts/audit/audit-event.ts";
import { processWide } from "../../env/process-wide.ts";
import { recordForeignRules } from "../audit/found/foreign-rules.ts";
import { type Repetition, recordAudit, recordAuditOnce } from "../audit/record-audit.ts";
import { assertKept, untilSealed } from "../audit/seal/kept-rows.ts";
import { kysely } from "../client.ts";
import { withAudit } from "./with-audit.ts";

/** @throws AppError `audit-unavailable`: then nothing may be read */
export function recordLook(event: AuditEvent): Promise<void> {
  return withAudit(async () => {
    await assertKept([await recordAudit(kysely(), event)]);
    tellLook(event);
  });
}

/** For what repeats. @throws AppError `audit-unavailable`: then nothing may be read */
export function recordLookOnce(event: AuditEvent, repetition: Repetition): Promise<void> {
  return withAudit(async () => {
    const id = await recordAuditOnce(kysely(), event, repetition);
    if (id === null) return;
    await assertKept([id]);
    tellLook(event);
  });
}

/** A look that is answered once its row is sealed. @returns the row's id @throws AppError `audit-unavailable` */
export function recordSealedLook(event: AuditEvent): Promise<string> {
  return withAudit(async () => {
    await recordForeignRules();
    const id = await recordAudit(kysely(), event);
    await untilSealed([id]);
    tellLook(event);
    return id;
  });
}

type LookListener = (personId: string) => void;

const listeners = processWide<Set<LookListener>>("look-listeners", () => new Set());

/**
 * Hears of looks at what people wrote that are made in this process, once they are on record. For speed only: the trail has them.
 * @returns the function that ends it
 */
export function onLook(listener: LookListener): () => void {
  listeners().add(listener);
  return () => void listeners().delete(listener);
}

function tellLook({ action, subjectId }: AuditEvent): void {
  if (subjectId && LOOK_ACTIONS.some((look) => look === action)) tellPerson(subjectId);
}

/** Somebody has looked at what this person wrote, and it is on record. */
export function tellPerson(personId: string): void {
  for (const listener of listeners()) listener(personId);
}
