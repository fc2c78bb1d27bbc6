/** Writes a user with a password in the tables of better-auth. */
import { randomUUID } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import type { Client } from "pg";

export type NewAccount = {
  email: string;
  name: string;
  role: "user" | "auditor" | "admin";
  /** Null keeps the password of an existing account. */
  password: string | null;
};

const SAVE_USER = `
  INSERT INTO "user" (id, name, email, email_verified, role, updated_at)
  VALUES ($1, $2, $3, true, $4, now())
  ON CONFLICT (email) DO UPDATE
    SET role = excluded.role, banned = false, ban_reason = NULL, ban_expires = NULL, updated_at = now()
  RETURNING id`;

const SAVE_PASSWORD = `
  INSERT INTO account (id, user_id, account_id, provider_id, password, updated_at)
  VALUES ($1, $2, $2, 'credential', $3, now())
  ON CONFLICT (issuer, account_id) DO UPDATE SET password = excluded.password, updated_at = now()`;

const SAVE_AUDIT = `
  INSERT INTO audit_event (id, action, target, outcome, detail) VALUES ($1, $2, $3, 'allowed', $4)`;

/**
 * Creates the account, or sets role and password of the account with this e-mail address.
 * @param action the action of the audit row, which is written in the same transaction
 */
export async function saveAccount(
  client: Client,
  account: NewAccount,
  action: string,
): Promise<void> {
  const hash = account.password === null ? null : await hashPassword(account.password);
  await client.query("BEGIN");
  try {
    const values = [randomUUID(), account.name, account.email, account.role];
    const { rows } = await client.query<{ id: string }>(SAVE_USER, values);
    const userId = rows[0]?.id;
    if (hash !== null) await client.query(SAVE_PASSWORD, [randomUUID(), userId, hash]);
    const detail = { role: account.role, password: hash !== null };
    await client.query(SAVE_AUDIT, [randomUUID(), action, `user:${userId}`, detail]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}
