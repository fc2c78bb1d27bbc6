import "server-only";
/** Records a denied attempt to read hidden state. */
import { randomUUID } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { db } from "../client.ts";
import { DENIED_TARGET_MAX_CHARS } from "../limits.ts";

/**
 * @param actor null: signed out
 * @param target the requested thing, e.g. `/admin/runs` or `run:<id>`. Never a payload.
 */
export async function recordDenial(actor: Actor | null, target: string): Promise<void> {
  await db().auditEvent.create({
    data: {
      id: randomUUID(),
      actorId: actor?.userId ?? null,
      action: "inspector.denied",
      target: target.slice(0, DENIED_TARGET_MAX_CHARS),
      outcome: "denied",
    },
  });
}
