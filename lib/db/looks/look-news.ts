/** Tells this process of looks at what people wrote, once they are on record. For speed only: the trail has them. */
import "server-only";
import { type AuditEvent, LOOK_ACTIONS } from "../../contracts/audit/audit-event.ts";
import { processWide } from "../../env/process-wide.ts";

type LookListener = (personId: string) => void;

const listeners = processWide<Set<LookListener>>("look-listeners", () => new Set());

/** @returns the function that ends it */
export function onLook(listener: LookListener): () => void {
  listeners().add(listener);
  return () => void listeners().delete(listener);
}

/** Does nothing for events that are no looks. */
export function tellLook({ action, subjectId }: AuditEvent): void {
  if (!subjectId || !LOOK_ACTIONS.some((look) => look === action)) return;
  for (const listener of listeners()) listener(subjectId);
}
