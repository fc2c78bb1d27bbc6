/** The demo accounts of the embedded database, one for each role. */
import { verifyPassword } from "better-auth/crypto";
import pg from "pg";
import { type NewAccount, saveAccount } from "./save-account.ts";

export const DEMO_ACCOUNTS = [
  { email: "user@halfsilver.local", name: "Demo user", role: "user" },
  { email: "auditor@halfsilver.local", name: "Demo auditor", role: "auditor" },
  { email: "admin@halfsilver.local", name: "Demo admin", role: "admin" },
] as const satisfies readonly Omit<NewAccount, "password">[];

/** Creates the demo accounts, and resets those whose role or password differs. */
export async function saveDemoAccounts(
  databaseUrl: string,
  password: string,
  rowKey: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const account of DEMO_ACCOUNTS) {
      if (await isAsWanted(client, account, password)) continue;
      await saveAccount(client, { ...account, password }, { by: "demo", rowKey });
    }
  } finally {
    await client.end();
  }
}

async function isAsWanted(
  client: pg.Client,
  account: (typeof DEMO_ACCOUNTS)[number],
  password: string,
): Promise<boolean> {
  const { rows } = await client.query<{ password: string }>(
    `SELECT password FROM "user" JOIN account ON account.user_id = "user".id
     WHERE email = $1 AND role = $2 AND NOT banned AND provider_id = 'credential'`,
    [account.email, account.role],
  );
  const hash = rows[0]?.password;
  return hash ? verifyPassword({ hash, password }) : false;
}
