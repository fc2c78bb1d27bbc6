/** Looks outside of a transaction: on record, and read back, before anything is shown. */
import "server-only";
import type { AuditEvent } from "../../contracts/audit/audit-event.ts";
import { recordForeignRules } from "../audit/found/foreign-rules.ts";
import { type Repetition, recordAudit, recordAuditOnce } from "../audit/record-audit.ts";
import { assertKept, untilSealed } from "../audit/seal/kept-rows.ts";
import { kysely } from "../client.ts";
import { withAudit } from "./with-audit.ts";

/** @throws AppError `audit-unavailable`: then nothing may be read */
export function recordLook(event: AuditEvent): Promise<void> {
  return withAudit(async () => assertKept([await recordAudit(kysely(), event)]));
}

/** For what repeats. @throws AppError `audit-unavailable`: then nothing may be read */
export function recordLookOnce(event: AuditEvent, repetition: Repetition): Promise<void> {
  return withAudit(async () => {
    const id = await recordAuditOnce(kysely(), event, repetition);
    if (id !== null) await assertKept([id]);
  });
}

/** A look that is answered once its row is sealed. @returns the row's id @throws AppError `audit-unavailable` */
export function recordSealedLook(event: AuditEvent): Promise<string> {
  return withAudit(async () => {
    await recordForeignRules();
    const id = await recordAudit(kysely(), event);
    await untilSealed([id]);
    return id;
  });
}
