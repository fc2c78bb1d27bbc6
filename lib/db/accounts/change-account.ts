/** Changes of a person's own account, each in one transaction with its audit row. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";
import { storableText } from "../storable-json.ts";
import { changeAddress } from "./account-links.ts";

/** How the person signs in; null where they have no password. */
export async function readPasswordHash({ userId }: Actor): Promise<string | null> {
  const account = await kysely()
    .selectFrom("account")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .executeTakeFirst();
  return account?.password ?? null;
}

/** Every other session ends: whoever else knew the old password is out. @param token of the session that stays */
export async function storePassword(actor: Actor, hash: string, token: string): Promise<void> {
  assertCan(actor, "chat:use");
  const { userId } = actor;
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      await transaction
        .updateTable("account")
        .set({ password: hash, updated_at: sql<Date>`now()` })
        .where("user_id", "=", userId)
        .where("provider_id", "=", "credential")
        .execute();
      const { numDeletedRows } = await transaction
        .deleteFrom("session")
        .where("user_id", "=", userId)
        .where("token", "!=", token)
        .executeTakeFirst();
      await recordAudit(transaction, {
        actorId: userId,
        action: "account.password-changed",
        target: `user:${userId}`,
        outcome: "allowed",
        subjectId: userId,
        detail: { ended: Number(numDeletedRows) },
      });
    });
}

export async function storeName(actor: Actor, name: string): Promise<void> {
  assertCan(actor, "chat:use");
  await kysely()
    .updateTable("user")
    .set({ name: storableText(name), updated_at: sql<Date>`now()` })
    .where("id", "=", actor.userId)
    .execute();
}

/** Without a proof of the address. @returns false where another account has it */
export function storeEmail(actor: Actor, email: string): Promise<boolean> {
  assertCan(actor, "chat:use");
  const { userId } = actor;
  return kysely()
    .transaction()
    .execute((transaction) => changeAddress(transaction, { userId, email, isProven: false }));
}
