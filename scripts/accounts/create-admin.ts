/** Creates an admin, or gives an account a role, in the database at DATABASE_URL. */
import pg from "pg";
import { z } from "zod";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../../lib/contracts/limits.ts";
import { judgePassword, loadCommonPasswords } from "../../lib/contracts/password/judge-password.ts";
import { auditRowKey } from "../../lib/env/derive-key.ts";
import { applyMigrations } from "../database/apply-migrations.ts";
import { START_SETTINGS } from "../start/start-settings.ts";
import { ask } from "./ask.ts";
import { saveAccount } from "./save-account.ts";

export type CreateAdminResult = { ok: true; message: string } | { ok: false; problem: string };

const Email = z.string().trim().toLowerCase().pipe(z.email());
const Role = z.enum(["user", "auditor", "admin"]);
type Role = z.infer<typeof Role>;

/** @param givenEmail null asks for it on the terminal @param givenRole `user`, `auditor` or `admin` */
export async function createAdmin(
  givenEmail: string | null,
  environment: Record<string, string | undefined>,
  givenRole = "admin",
): Promise<CreateAdminResult> {
  const role = Role.safeParse(givenRole);
  if (!role.success) {
    const problem = `There is no role ${givenRole}. Give --role user, auditor or admin.`;
    return { ok: false, problem };
  }
  const { DATABASE_URL: url, HALFSILVER_ADMIN_PASSWORD: givenPassword } = environment;
  if (!url) {
    const problem =
      "Set DATABASE_URL. Without it, npm start uses its own database and prints an admin account.";
    return { ok: false, problem };
  }
  const rowKey = auditRowKey(environment);
  if (!rowKey) {
    const problem =
      "Set BETTER_AUTH_SECRET to the server's: the audit trail takes no account that was not signed with it.";
    return { ok: false, problem };
  }
  const email = Email.safeParse(givenEmail ?? (await ask("E-mail: ", { hidden: false })));
  if (!email.success) return { ok: false, problem: "This is not an e-mail address." };
  const client = new pg.Client({ connectionString: url });
  try {
    await applyMigrations(url);
    await client.connect();
  } catch (error) {
    const { message } = error as Error;
    return { ok: false, problem: `The database at DATABASE_URL cannot be used: ${message}` };
  }
  try {
    return await promote(
      client,
      { email: email.data, role: role.data },
      givenPassword || null,
      rowKey,
    );
  } finally {
    await client.end();
  }
}

async function promote(
  client: pg.Client,
  { email, role }: { email: string; role: Role },
  given: string | null,
  rowKey: string,
): Promise<CreateAdminResult> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM "user" WHERE email = $1`,
    [email],
  );
  const exists = rows.length > 0;
  const password = given ?? (exists ? null : await ask("Password: ", { hidden: true }));
  if (password !== null && !START_SETTINGS.HALFSILVER_ADMIN_PASSWORD.safeParse(password).success) {
    const problem = `The password needs ${PASSWORD_MIN_CHARS} to ${PASSWORD_MAX_CHARS} characters.`;
    return { ok: false, problem };
  }
  const fault = password === null ? null : await faultOf(password, email);
  if (fault) return { ok: false, problem: fault };
  const name = rows[0]?.name ?? email.split("@")[0] ?? email;
  const account = { email, name, role, password };
  await saveAccount(client, account, { by: "create-admin", rowKey });
  return {
    ok: true,
    message: exists ? `The role of ${email} is ${role} now.` : `Created the ${role} ${email}.`,
  };
}

/** An admin's password is the first that is guessed. */
async function faultOf(password: string, email: string): Promise<string | null> {
  const judged = judgePassword(password, { email }, await loadCommonPasswords());
  return judged.ok ? null : "The password is among the first that are guessed. Choose another one.";
}
