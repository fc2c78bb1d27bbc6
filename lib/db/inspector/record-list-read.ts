/** Records that an operator read a list of runs or figures over them: one row a minute and kind. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { recordAuditOnce } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";
import { FOLLOWING_AUDITED_MS } from "../limits.ts";
import { withAudit } from "./with-audit.ts";

/** @throws AppError `audit-unavailable`: then nothing may be read */
export async function recordListRead(
  { userId }: Actor,
  action: "runs.listed" | "runs.searched" | "overview.read" | "spending.read",
): Promise<void> {
  const read = { actorId: userId, action, target: "runs", outcome: "allowed", detail: {} } as const;
  await withAudit(() => recordAuditOnce(kysely(), read, { withinMs: FOLLOWING_AUDITED_MS }));
}
