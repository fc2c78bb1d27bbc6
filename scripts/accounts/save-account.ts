/** Writes a user with a password in the tables of better-auth. */
import { randomUUID } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import type { Client } from "pg";
import { toRowKey } from "../../lib/audit/crypto/row-key.ts";
import { newSignedRow } from "../../lib/audit/crypto/row-mac.ts";
import { ACCOUNT_ROWS, type AuditEvent } from "../../lib/contracts/audit/audit-event.ts";

export type NewAccount = {
  email: string;
  name: string;
  role: "user" | "auditor" | "admin";
  /** Null keeps the password of an existing account. */
  password: string | null;
};

const SAVE_USER = `
  WITH earlier AS (SELECT role FROM "user" WHERE email = $3),
  saved AS (
    INSERT INTO "user" (id, name, email, email_verified, role, updated_at)
    VALUES ($1, $2, $3, true, $4, now())
    ON CONFLICT (email) DO UPDATE
      SET role = excluded.role, banned = false, ban_reason = NULL, ban_expires = NULL, updated_at = now()
    RETURNING id)
  SELECT saved.id, (SELECT role FROM earlier) AS earlier FROM saved`;

const SAVE_PASSWORD = `
  INSERT INTO account (id, user_id, account_id, provider_id, password, updated_at)
  VALUES ($1, $2, $2, 'credential', $3, now())
  ON CONFLICT (issuer, account_id) DO UPDATE SET password = excluded.password, updated_at = now()`;

const SAVE_AUDIT = `
  INSERT INTO audit_event (id, at, action, target, outcome, subject_id, detail, salt, mac)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

/** As `nextNumber` makes it, behind the lock of the account's row. */
const NEXT_NUMBER = `
  SELECT coalesce(max((detail->>'nth')::int), 0)::int + 1 AS nth FROM audit_event
  WHERE target = $1 AND action = ANY($2::text[]) AND jsonb_typeof(detail->'nth') = 'number'`;

type AccountEvent = Extract<AuditEvent, { action: `account.${string}` }>;

export type Recording = {
  /** Named in the audit row, which is written in the same transaction. */
  by: "demo" | "create-admin";
  /** Signs that row: see `auditRowKey`. */
  rowKey: string;
};

/** Creates the account, or sets role and password of the account with this e-mail address. */
export async function saveAccount(
  client: Client,
  account: NewAccount,
  { by, rowKey }: Recording,
): Promise<void> {
  const { name, email, role } = account;
  const hash = account.password === null ? null : await hashPassword(account.password);
  const password = hash !== null;
  await client.query("BEGIN");
  try {
    const values = [randomUUID(), name, email, role];
    const { rows } = await client.query<{ id: string; earlier: string | null }>(SAVE_USER, values);
    const [saved] = rows;
    if (!saved) throw new Error("the account was not saved");
    if (password) await client.query(SAVE_PASSWORD, [randomUUID(), saved.id, hash]);
    const record = (event: Pick<AccountEvent, "action" | "detail">) =>
      recordAccount(client, rowKey, saved.id, event);
    const nth = await nextNumber(client, saved.id);
    await record({ action: "account.saved", detail: { by, role, password, nth } });
    if (saved.earlier !== null && saved.earlier !== role) {
      const detail = { from: saved.earlier, to: role, nth: nth + 1 };
      await record({ action: "account.role-changed", detail });
    }
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

async function nextNumber(client: Client, userId: string): Promise<number> {
  const values = [`user:${userId}`, [...ACCOUNT_ROWS]];
  const { rows } = await client.query<{ nth: number }>(NEXT_NUMBER, values);
  return rows[0]?.nth ?? 1;
}

/** The server's `recordAudit` needs its settings; this command has an address of the database and a key. */
async function recordAccount(
  client: Client,
  rowKey: string,
  userId: string,
  { action, detail }: Pick<AccountEvent, "action" | "detail">,
): Promise<void> {
  const who = { actorId: null, subjectId: userId, runId: null };
  const event = { ...who, action, target: `user:${userId}`, outcome: "allowed" };
  const { facts, mac } = newSignedRow(toRowKey(Buffer.from(rowKey, "base64url")), event, detail);
  const { id, at, target, outcome } = facts;
  const { value, salt } = facts.detail;
  await client.query(SAVE_AUDIT, [id, at, action, target, outcome, userId, value, salt, mac]);
}
