/**
 * The deletion of one's own account: at once nobody is signed in to it, seven days later it is erased for good. Until then
 * its person can keep it. `SESSION_HOLDS` refuses every session of it but for that.
 */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { ACCOUNT_KEPT_DAYS } from "../../contracts/limits.ts";
import { writeTombstones } from "../audit/anchor/write-tombstones.ts";
import { nextNumber, readLastOwn } from "../audit/covered/numbered-rows.ts";
import { foundAt, recordFinding } from "../audit/found/trail-findings.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { erasePersonRows } from "../erasure/erase-person-rows.ts";
import { CLOCKS_APART_MS, DELETED_PER_SWEEP } from "../limits.ts";
import { fromNow } from "../typed-sql.ts";

/** The rows that say whether an account is to be erased. */
const LEAVING = ["account.erasure-asked", "account.erasure-withdrawn"] as const;

export type LeftAccount =
  /** `endedTokens`: of the sessions that ended. */
  { ok: true; eraseAt: Date; endedTokens: string[] } | { ok: false; reason: "last-admin" | "gone" };

/**
 * Answers that are being written are stopped.
 * @throws AppError `forbidden`
 */
export function leaveAccount(actor: Actor): Promise<LeftAccount> {
  assertCan(actor, "chat:use");
  const { userId } = actor;
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      // All admins: two of them who leave at once must not both succeed.
      const locked = await transaction
        .selectFrom("user")
        .select(["id", "role", "erase_at"])
        .where(({ eb, or }) => or([eb("id", "=", userId), eb("role", "=", "admin")]))
        .orderBy("id")
        .forUpdate()
        .execute();
      const person = locked.find(({ id }) => id === userId);
      if (!person || person.erase_at !== null) return { ok: false, reason: "gone" };
      const staying = locked.filter(({ role, erase_at }) => role === "admin" && erase_at === null);
      if (person.role === "admin" && staying.length === 1)
        return { ok: false, reason: "last-admin" };
      const { erase_at: eraseAt } = await transaction
        .updateTable("user")
        .set({ erase_at: fromNow(ACCOUNT_KEPT_DAYS * 86_400_000) })
        .where("id", "=", userId)
        .returning("erase_at")
        .executeTakeFirstOrThrow();
      const ended = await transaction
        .deleteFrom("session")
        .where("user_id", "=", userId)
        .returning("token")
        .execute();
      await transaction
        .updateTable("run")
        .set({ stop_requested_at: sql<Date>`now()` })
        .where("user_id", "=", userId)
        .where("status", "=", "running")
        .where("stop_requested_at", "is", null)
        .execute();
      await transaction.deleteFrom("account_link").where("user_id", "=", userId).execute();
      if (!eraseAt) throw new Error("an account that was left has no time of its erasure");
      const target = `user:${userId}`;
      await recordAudit(transaction, {
        actorId: userId,
        action: "account.erasure-asked",
        target,
        outcome: "allowed",
        subjectId: userId,
        detail: {
          days: ACCOUNT_KEPT_DAYS,
          eraseAt: eraseAt.toISOString(),
          nth: await nextNumber(transaction, target, LEAVING),
        },
      });
      return { ok: true, endedTokens: ended.map(({ token }) => token), eraseAt };
    });
}

export async function isLeaving(userId: string): Promise<boolean> {
  const person = await kysely()
    .selectFrom("user")
    .select("erase_at")
    .where("id", "=", userId)
    .executeTakeFirst();
  return (person?.erase_at ?? null) !== null;
}

export type LeavingPerson = { userId: string; email: string; eraseAt: Date };

/** Who signed in to an account that is to be erased. Null for any other session. */
export async function findLeavingPerson(token: string): Promise<LeavingPerson | null> {
  const row = await leavingBy(token).executeTakeFirst();
  return row?.erase_at ? { userId: row.id, email: row.email, eraseAt: row.erase_at } : null;
}

/** From now on the session is one like any other. @returns false where there is nothing to keep any more */
export function keepAccount(token: string): Promise<boolean> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const row = await leavingBy(token, transaction).executeTakeFirst();
      if (!row) return false;
      const { numUpdatedRows } = await transaction
        .updateTable("user")
        .set({ erase_at: null })
        .where("id", "=", row.id)
        .where("erase_at", "is not", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      const target = `user:${row.id}`;
      await recordAudit(transaction, {
        actorId: row.id,
        action: "account.erasure-withdrawn",
        target,
        outcome: "allowed",
        subjectId: row.id,
        detail: { nth: await nextNumber(transaction, target, LEAVING) },
      });
      return true;
    });
}

function leavingBy(token: string, executor = kysely()) {
  return executor
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user_id")
    .select(["user.id", "user.email", "user.erase_at"])
    .where("session.token", "=", token)
    .where("session.expires_at", ">", sql<Date>`now()`)
    .where("user.banned", "=", false)
    .where("user.erase_at", "is not", null);
}

export type LeavingAccount = { email: string; eraseAt: Date };

/** Accounts that wait for their erasure, the next first. @throws AppError `forbidden` */
export async function listLeaving(actor: Actor): Promise<LeavingAccount[]> {
  assertCan(actor, "data:erase");
  const rows = await kysely()
    .selectFrom("user")
    .select(["email", "erase_at"])
    .where("erase_at", "is not", null)
    .orderBy("erase_at")
    .execute();
  return rows.flatMap(({ email, erase_at: eraseAt }) => (eraseAt ? [{ email, eraseAt }] : []));
}

/**
 * Erases the accounts whose days are over. One that cannot be erased yet waits for the next call, and one of which the trail does
 * not say that its person asked for it is a finding.
 * @returns how many
 */
export async function eraseDueAccounts(): Promise<number> {
  const due = await kysely()
    .selectFrom("user")
    .select("id")
    .where("erase_at", "<", sql<Date>`now()`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("audit_event")
          .select("audit_event.id")
          .where("target", "=", sql<string>`'user:' || ${sql.ref("user.id")}`)
          .where("action", "=", "account.erasure-asked"),
      ),
    )
    .orderBy("erase_at")
    .limit(DELETED_PER_SWEEP)
    .execute();
  let erased = 0;
  for (const { id } of due) {
    const ended = await kysely()
      .transaction()
      .execute((transaction) => eraseDue(transaction, id));
    if (ended === "erased") erased += 1;
    if (ended === "not-asked")
      await recordFinding(foundAt("account-edited", { name: `user:${id}` }));
  }
  return erased;
}

async function eraseDue(
  transaction: DatabaseTransaction,
  id: string,
): Promise<"erased" | "waits" | "not-asked"> {
  // Kept at the last moment: then it is not due any more.
  const still = await transaction
    .selectFrom("user")
    .select("erase_at")
    .where("id", "=", id)
    .where("erase_at", "<", sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
  if (!still?.erase_at) return "waits";
  if (!(await isAsked(transaction, id, still.erase_at))) return "not-asked";
  const done = await erasePersonRows(transaction, id, { rule: "person", actorId: id });
  if (done.ok) await writeTombstones(done.tombstones);
  return done.ok ? "erased" : "waits";
}

/**
 * Whether the newest row that we signed says that the account is to be erased at this time. The column alone proves nothing,
 * because the owner of the database can set it.
 */
async function isAsked(
  transaction: DatabaseTransaction,
  userId: string,
  eraseAt: Date,
): Promise<boolean> {
  const said = await readLastOwn(transaction, `user:${userId}`, LEAVING);
  if (said?.action !== "account.erasure-asked") return false;
  const { eraseAt: asked, days = ACCOUNT_KEPT_DAYS } = said.detail as {
    eraseAt?: string;
    days?: number;
  };
  if (asked) return new Date(asked).getTime() === eraseAt.getTime();
  // Rows of earlier versions, and blank ones: by the clock of an instance, not of the database.
  const toGoMs = eraseAt.getTime() - said.at.getTime();
  return Math.abs(toGoMs - days * 86_400_000) < CLOCKS_APART_MS;
}
