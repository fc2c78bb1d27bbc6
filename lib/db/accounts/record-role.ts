/** Records that a person has another role than the one last recorded: roles are also changed by SQL. */
import "server-only";
import { type Kysely, sql } from "kysely";
import { ACCOUNT_ROWS } from "../../contracts/audit/audit-event.ts";
import { processWide } from "../../env/process-wide.ts";
import { nextNumber, numberOf } from "../audit/covered/numbered-rows.ts";
import { readStanding } from "../audit/covered/standing-rows.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Database, type DatabaseTransaction, kysely } from "../client.ts";
import { withAudit } from "../inspector/with-audit.ts";
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
  await withAudit(async () => {
    if (await isRecorded(kysely(), userId)) return;
    await kysely()
      .transaction()
      .execute((transaction) => record(transaction, userId));
  });
}

async function record(transaction: DatabaseTransaction, userId: string): Promise<void> {
  // Two instances take turns, and the second one finds what the first one recorded.
  await transaction
    .selectFrom("user")
    .select("id")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .execute();
  const [roles] = await readRoles(transaction, userId);
  if (!roles || roles.recorded === roles.role) return;
  const target = `user:${userId}`;
  const nth = await nextNumber(transaction, target, ACCOUNT_ROWS);
  await recordAudit(transaction, {
    actorId: null,
    action: "account.role-changed",
    outcome: "allowed",
    target,
    subjectId: userId,
    detail: { from: roles.recorded, to: roles.role, nth },
  });
}

async function isRecorded(executor: Kysely<Database>, userId: string): Promise<boolean> {
  const [roles] = await readRoles(executor, userId);
  return !roles || roles.recorded === roles.role;
}

async function readRoles(executor: Kysely<Database>, userId: string) {
  const stands = await readStanding(executor);
  const detail = columnsOf("audit_event")("detail");
  const recorded = sql<string | null>`coalesce(${detail}->>'to', ${detail}->>'role')`;
  return executor
    .selectFrom("user")
    .select(({ selectFrom, fn }) => [
      "role",
      fn
        .coalesce(
          selectFrom("audit_event")
            .select(recorded.as("recorded"))
            .where("target", "=", `user:${userId}`)
            .where("action", "in", ["account.saved", "account.role-changed"])
            .where(stands("audit_event"))
            // Clocks of instances differ: a row without a place was written after those that have one.
            .orderBy(sql`place DESC NULLS FIRST`)
            .orderBy(numberOf, (order) => order.desc().nullsLast())
            .orderBy("at", "desc")
            // Of one transaction, the change says where the role came from.
            .orderBy("action")
            .limit(1),
          sql<string>`'user'`,
        )
        .as("recorded"),
    ])
    .where("id", "=", userId)
    .execute();
}
