import "server-only";
/** Records that somebody tried to look at hidden state without the right to. */
import { randomUUID } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { db } from "../client.ts";

const TARGET_MAX_CHARS = 300;

/**
 * @param actor null: signed out
 * @param target what it was aimed at, e.g. `/admin/runs` or `run:<id>`. Never a payload.
 */
export async function recordDenial(actor: Actor | null, target: string): Promise<void> {
  await db().auditEvent.create({
    data: {
      id: randomUUID(),
      actorId: actor?.userId ?? null,
      action: "inspector.denied",
      target: target.slice(0, TARGET_MAX_CHARS),
      outcome: "denied",
    },
  });
}
