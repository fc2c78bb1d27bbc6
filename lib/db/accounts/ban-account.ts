/** Bans an account, and lifts the ban, with its row of the trail. For commands of an operator; the caller authorises. */
import "server-only";
import { ACCOUNT_ROWS } from "../../contracts/audit/audit-event.ts";
import { nextNumber } from "../audit/covered/numbered-rows.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";

/**
 * Whoever is signed in is signed out by it: no session of the account holds.
 * @param until null: for good
 * @returns false where there is no such account
 */
export function banAccount(email: string, until: Date | null): Promise<boolean> {
  const set = { banned: true, ban_expires: until };
  return change(email, set, { action: "account.banned", until: until?.toISOString() ?? null });
}

/** @returns false where there is no such account */
export function unbanAccount(email: string): Promise<boolean> {
  const set = { banned: false, ban_expires: null };
  return change(email, set, { action: "account.unbanned" });
}

type Recorded = { action: "account.banned"; until: string | null } | { action: "account.unbanned" };

function change(
  email: string,
  set: { banned: boolean; ban_expires: Date | null },
  recorded: Recorded,
): Promise<boolean> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const person = await transaction
        .updateTable("user")
        .set({ ...set, ban_reason: null, updated_at: new Date() })
        .where("email", "=", email)
        .returning("id")
        .executeTakeFirst();
      if (!person) return false;
      const target = `user:${person.id}`;
      const nth = await nextNumber(transaction, target, ACCOUNT_ROWS);
      const about = { actorId: null, target, outcome: "allowed", subjectId: person.id } as const;
      await recordAudit(
        transaction,
        recorded.action === "account.banned"
          ? { ...about, action: recorded.action, detail: { until: recorded.until, nth } }
          : { ...about, action: recorded.action, detail: { nth } },
      );
      return true;
    });
}
