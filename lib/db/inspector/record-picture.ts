/**
 * A person had this server fetch a picture of the network: once a minute for each host. The host stands in what was said,
 * so that the trail has a digest of it. Its key differs for each person: who fetches a picture of their own learns nothing
 * of anybody else's.
 */
import "server-only";
import { createHmac } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { deriveKey } from "../../env/derive-key.ts";
import { settings } from "../../env/settings.ts";
import { recordAuditOnce } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";
import { PICTURES_AUDITED_MS } from "../limits.ts";
import { withAudit } from "./with-audit.ts";

/** Before anything leaves. @throws AppError `audit-unavailable` */
export async function recordPicture(actor: Actor, host: string): Promise<void> {
  assertCan(actor, "chat:use");
  await withAudit(() =>
    recordAuditOnce(
      kysely(),
      {
        actorId: actor.userId,
        action: "picture.fetched",
        outcome: "allowed",
        detail: {},
        target: `host:${digestOf(actor, host)}`,
        subjectId: actor.userId,
      },
      { withinMs: PICTURES_AUDITED_MS },
    ),
  );
}

function digestOf({ userId }: Actor, host: string): string {
  const key = deriveKey(settings().BETTER_AUTH_SECRET, "picture-hosts");
  return createHmac("sha256", key)
    .update(JSON.stringify([userId, host]))
    .digest("hex");
}
