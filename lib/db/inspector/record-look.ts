/** Looks outside of a transaction: on record, and read back, before anything is shown. */
import "server-only";
import type { Kysely } from "kysely";
import { type AuditEvent, LOOK_ACTIONS } from "../../contracts/audit/audit-event.ts";
import { processWide } from "../../env/process-wide.ts";
import { recordForeignRules } from "../audit/found/foreign-rules.ts";
import { type Repetition, recordAudit, recordAuditOnce } from "../audit/record-audit.ts";
import { assertKept, untilSealed } from "../audit/seal/kept-rows.ts";
import { type Database, kysely } from "../client.ts";
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

/** A look that is answered once its row is sealed. @throws AppError `audit-unavailable` */
export async function recordSealedLook(event: AuditEvent): Promise<string> {
  const [id = ""] = await recordSealedLooks((record) => record(kysely(), event));
  return id;
}

/** @returns the row's id */
type RecordRow = (executor: Kysely<Database>, event: AuditEvent) => Promise<string>;

/**
 * Rows that are answered once they are sealed.
 * @param write writes them through what it is given, in a transaction of its own or in none
 * @returns the rows' ids
 * @throws AppError `audit-unavailable`, and what `write` refuses
 */
export function recordSealedLooks(
  write: (record: RecordRow) => Promise<unknown>,
): Promise<string[]> {
  return withAudit(async () => {
    await recordForeignRules();
    const written: { id: string; event: AuditEvent }[] = [];
    await write(async (executor, event) => {
      const id = await recordAudit(executor, event);
      written.push({ id, event });
      return id;
    });
    const ids = written.map(({ id }) => id);
    await untilSealed(ids);
    for (const { event } of written) tellLook(event);
    return ids;
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
