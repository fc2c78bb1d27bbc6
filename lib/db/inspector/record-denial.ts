/** Records a denied attempt to read hidden state: one row a minute for each person and address, and not endless ones. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { recordAuditOnce } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";
import { DENIED_TARGET_MAX_CHARS, DENIED_TARGETS_MAX, FOLLOWING_AUDITED_MS } from "../limits.ts";

const RUN = /\/runs\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/i;

/**
 * @param actor null: signed out
 * @param target the requested address, e.g. `/admin/runs`. Never a payload.
 */
export async function recordDenial(actor: Actor | null, target: string): Promise<void> {
  await recordAuditOnce(
    kysely(),
    {
      actorId: actor?.userId ?? null,
      action: "inspector.denied",
      target: target.slice(0, DENIED_TARGET_MAX_CHARS),
      outcome: "denied",
      runId: RUN.exec(target)?.[1] ?? null,
      detail: {},
    },
    { withinMs: FOLLOWING_AUDITED_MS, rowsMax: DENIED_TARGETS_MAX },
  );
}
