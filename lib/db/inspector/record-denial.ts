import "server-only";
/** Records that somebody tried to look behind the glass without the right to. */
import type { Actor } from "../../access/actor.ts";
import { saveAuditEvent } from "../save-audit-event.ts";

/** @param actor null: signed out */
export function recordDenial(actor: Actor | null, target: string): Promise<void> {
  const actorId = actor?.userId ?? null;
  return saveAuditEvent({ actorId, action: "inspector.denied", target, outcome: "denied" });
}
