/** A person had this server fetch a picture of the network: which host, once a minute. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { recordAuditOnce } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";
import { DENIED_TARGET_MAX_CHARS, PICTURES_AUDITED_MS } from "../limits.ts";
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
        target: `host:${host}`.slice(0, DENIED_TARGET_MAX_CHARS),
        subjectId: actor.userId,
      },
      { withinMs: PICTURES_AUDITED_MS },
    ),
  );
}
