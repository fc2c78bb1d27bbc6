/** An admin has read what was found wrong with the trail: it stands no more, and that is on record. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { TrailFinding } from "../../contracts/inspector/trail-findings.ts";
import { openFindings } from "../audit/found/trail-findings.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";
import { withAudit } from "../inspector/with-audit.ts";

/** Those that stand, up to one of them; what was found meanwhile stands. @throws AppError `forbidden` without `trail:acknowledge`, `audit-unavailable` */
export async function acknowledgeFindings(actor: Actor, through: string): Promise<TrailFinding[]> {
  assertCan(actor, "trail:acknowledge");
  const ids = (await openFindings()).map(({ id }) => id);
  const findings = ids.slice(0, ids.indexOf(through) + 1);
  if (findings.length > 0)
    await withAudit(() =>
      recordAudit(kysely(), {
        actorId: actor.userId,
        action: "trail.acknowledged",
        target: "audit",
        outcome: "allowed",
        detail: { findings },
      }),
    );
  return openFindings();
}
