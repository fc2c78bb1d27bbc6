/** Records that a person has another role than the one last recorded: roles are also changed by SQL. */
import "server-only";
import { sql } from "kysely";
import { processWide } from "../../env/process-wide.ts";
import { recordAuditOnce } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";
import { withAudit } from "../inspector/with-audit.ts";
import { FOLLOWING_AUDITED_MS } from "../limits.ts";
import { columnsOf } from "../typed-sql.ts";

const recorded = processWide<Map<string, string>>("recorded-roles", () => new Map());

/** As `recordRole`, with a look at the database once per process, person and role. */
export async function recordRoleOnce(userId: string, role: string): Promise<void> {
  if (recorded().get(userId) === role) return;
  await recordRole(userId);
  recorded().set(userId, role);
}

/**
 * A person of whom no role is recorded counts as a `user` so far.
 * @throws AppError `audit-unavailable`: then the role must not be used
 */
export async function recordRole(userId: string): Promise<void> {
  const [roles] = await withAudit(() => readRoles(userId).execute());
  if (!roles) return;
  const { role: to, recorded: from } = roles;
  if (from === to) return;
  const changed = { actorId: null, action: "account.role-changed", outcome: "allowed" } as const;
  const event = { ...changed, target: `user:${userId}`, subjectId: userId, detail: { from, to } };
  const repetition = { withinMs: FOLLOWING_AUDITED_MS, sameBy: "detail" } as const;
  await withAudit(() => recordAuditOnce(kysely(), event, repetition));
}

function readRoles(userId: string) {
  const detail = columnsOf("audit_event")("detail");
  const recorded = sql<string | null>`coalesce(${detail}->>'to', ${detail}->>'role')`;
  return kysely()
    .selectFrom("user")
    .select(({ selectFrom, fn }) => [
      "role",
      fn
        .coalesce(
          selectFrom("audit_event")
            .select(recorded.as("recorded"))
            .where("target", "=", `user:${userId}`)
            .where("action", "in", ["account.saved", "account.role-changed"])
            // Clocks of instances differ: a row without a place was written after those that have one.
            .orderBy(sql`place DESC NULLS FIRST`)
            .orderBy("at", "desc")
            // Of one transaction, the change says where the role came from.
            .orderBy("action")
            .limit(1),
          sql<string>`'user'`,
        )
        .as("recorded"),
    ])
    .where("id", "=", userId);
}
