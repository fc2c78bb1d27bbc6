/**
 * Links that prove an address or let a person choose another password. Whoever has one acts without being signed in, so
 * these functions take the digest of its token in place of an actor. A link is used once, in the transaction of its effect.
 */
import "server-only";
import { randomUUID } from "node:crypto";
import { type SqlBool, sql } from "kysely";
import type { AccountLinkKind } from "../../contracts/account-link.ts";
import { recordAudit, recordAuditOnce } from "../audit/record-audit.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { FOLLOWING_AUDITED_MS, LINKS_AUDITED_MAX } from "../limits.ts";
import { fromNow } from "../typed-sql.ts";

export type NewLink = {
  kind: AccountLinkKind;
  tokenDigest: string;
  /** Null for a sign-up. */
  userId: string | null;
  /** The address that it proves; null for a new password. */
  email: string | null;
  lifetimeMs: number;
  by: "person" | "operator";
};

/** An earlier link for the same end is no longer good. */
export async function saveLink({ by, lifetimeMs, ...link }: NewLink): Promise<void> {
  const { kind, userId, email } = link;
  const target = userId ? `user:${userId}` : "sign-up";
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      await transaction
        .deleteFrom("account_link")
        .where(({ eb, or, and }) =>
          or([
            eb("expires_at", "<", sql<Date>`now()`),
            and([
              eb("kind", "=", kind),
              userId ? eb("user_id", "=", userId) : eb("email", "=", email),
            ]),
          ]),
        )
        .execute();
      await transaction
        .insertInto("account_link")
        .values({
          id: randomUUID(),
          kind,
          token_digest: link.tokenDigest,
          user_id: userId,
          email,
          expires_at: fromNow(lifetimeMs),
        })
        .execute();
      await recordAuditOnce(
        transaction,
        {
          actorId: null,
          action: "account.link-made",
          target,
          outcome: "allowed",
          subjectId: userId,
          detail: { kind, by },
        },
        { withinMs: FOLLOWING_AUDITED_MS, sameBy: "detail", rowsMax: LINKS_AUDITED_MAX },
      );
    });
}

export type FoundLink = {
  userId: string | null;
  /** The address that it proves, or of the account. */
  email: string;
};

/** Looks without using it. Null where it was used, is over, or never was. */
export async function findLink(
  kind: AccountLinkKind,
  tokenDigest: string,
): Promise<FoundLink | null> {
  const link = await kysely()
    .selectFrom("account_link")
    .leftJoin("user", "user.id", "account_link.user_id")
    .select(["account_link.user_id", "account_link.email", "user.email as account"])
    .where(isGood(kind, tokenDigest))
    .executeTakeFirst();
  const email = link?.email ?? link?.account;
  return link && email ? { userId: link.user_id, email } : null;
}

export type PasswordReset = { email: string; endedTokens: string[] };

/** Stores the password that a link lets its holder choose. Every session ends. @returns null where the link is not good */
export function resetPassword(tokenDigest: string, hash: string): Promise<PasswordReset | null> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const link = await useLink(transaction, "reset", tokenDigest);
      if (!link?.user_id) return null;
      const userId = link.user_id;
      const { email } = await transaction
        .selectFrom("user")
        .select("email")
        .where("id", "=", userId)
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto("account")
        .values({
          id: randomUUID(),
          user_id: userId,
          account_id: userId,
          provider_id: "credential",
          password: hash,
          updated_at: sql<Date>`now()`,
        })
        .onConflict((conflict) =>
          conflict
            .columns(["issuer", "account_id"])
            .doUpdateSet({ password: hash, updated_at: sql<Date>`now()` }),
        )
        .execute();
      const ended = await transaction
        .deleteFrom("session")
        .where("user_id", "=", userId)
        .returning("token")
        .execute();
      await recordAudit(transaction, {
        actorId: userId,
        action: "account.password-reset",
        target: `user:${userId}`,
        outcome: "allowed",
        subjectId: userId,
        detail: { ended: ended.length },
      });
      return { email, endedTokens: ended.map(({ token }) => token) };
    });
}

export type EmailConfirmed = { ok: true } | { ok: false; reason: "link" | "taken" };

/** Gives an account the address that a link proves. Links that went to the old one are no longer good. */
export async function confirmEmail(tokenDigest: string): Promise<EmailConfirmed> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const link = await useLink(transaction, "email", tokenDigest);
      if (!link?.user_id || !link.email) return { ok: false, reason: "link" };
      const { user_id: userId, email } = link;
      const isChanged = await changeAddress(transaction, { userId, email, isProven: true });
      return isChanged ? { ok: true } : { ok: false, reason: "taken" };
    });
}

/** The address of a new account was proven. The link is used up. */
export async function markProven(tokenDigest: string, userId: string): Promise<void> {
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      await useLink(transaction, "sign-up", tokenDigest);
      await transaction
        .updateTable("user")
        .set({ email_verified: true })
        .where("id", "=", userId)
        .execute();
    });
}

/** @returns false where another account has the address */
export async function changeAddress(
  transaction: DatabaseTransaction,
  { userId, email, isProven }: { userId: string; email: string; isProven: boolean },
): Promise<boolean> {
  // Of two who want an address at the same moment, the unique index lets one have it: the other's transaction fails.
  const { numUpdatedRows } = await transaction
    .updateTable("user")
    .set({ email, email_verified: isProven, updated_at: sql<Date>`now()` })
    .where("id", "=", userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("user as other").select("other.id").where("other.email", "=", email))),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await transaction.deleteFrom("account_link").where("user_id", "=", userId).execute();
  await recordAudit(transaction, {
    actorId: userId,
    action: "account.email-changed",
    target: `user:${userId}`,
    outcome: "allowed",
    subjectId: userId,
    detail: { proven: isProven },
  });
  return true;
}

const isGood = (kind: AccountLinkKind, tokenDigest: string) =>
  sql<SqlBool>`account_link.kind = ${kind} AND account_link.token_digest = ${tokenDigest}
    AND account_link.expires_at > now()`;

function useLink(transaction: DatabaseTransaction, kind: AccountLinkKind, tokenDigest: string) {
  return transaction
    .deleteFrom("account_link")
    .where(isGood(kind, tokenDigest))
    .returning(["user_id", "email"])
    .executeTakeFirst();
}

/** Deletes links and counts that are over. @returns how many links */
export async function deleteExpiredLinks(): Promise<number> {
  await kysely().deleteFrom("rate_limit").where("expire", "<", String(Date.now())).execute();
  const { numDeletedRows } = await kysely()
    .deleteFrom("account_link")
    .where("expires_at", "<", sql<Date>`now()`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
