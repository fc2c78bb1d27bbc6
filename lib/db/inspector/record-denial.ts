import "server-only";
/** Records a denied attempt to read hidden state. */
import type { Actor } from "../../access/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";
import { DENIED_TARGET_MAX_CHARS } from "../limits.ts";

/**
 * @param actor null: signed out
 * @param target the requested thing, e.g. `/admin/runs` or `run:<id>`. Never a payload.
 */
export async function recordDenial(actor: Actor | null, target: string): Promise<void> {
  await recordAudit(kysely(), {
    actorId: actor?.userId ?? null,
    action: "inspector.denied",
    target: target.slice(0, DENIED_TARGET_MAX_CHARS),
    outcome: "denied",
    detail: {},
  });
}
