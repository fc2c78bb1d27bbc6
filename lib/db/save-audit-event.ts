import "server-only";
/** Records an attempt that had no other effect, such as a refused look behind the glass. */
import { randomUUID } from "node:crypto";
import { db } from "./client.ts";

export type NewAuditEvent = {
  actorId: string | null;
  action: string;
  /** What it was aimed at, e.g. `/admin/runs` or `run:<id>`. Never a payload. */
  target: string;
  outcome: "allowed" | "denied";
};

const TARGET_MAX_CHARS = 300;

export async function saveAuditEvent(event: NewAuditEvent): Promise<void> {
  const target = event.target.slice(0, TARGET_MAX_CHARS);
  await db().auditEvent.create({ data: { id: randomUUID(), ...event, target } });
}
