/**
 * `npm run ban -- --email ada@example.org [--until 2030-01-31]`: nobody signs in to this account until then, or for good;
 * with `--lift`, they do again. In the database at DATABASE_URL, or of a running `npm start`. A ban that is set in the
 * database alone is found by the check of the audit trail.
 */
import { parseArgs } from "node:util";
import { EmailAddress } from "../../lib/auth/links/ask-link.ts";
import { banAccount, unbanAccount } from "../../lib/db/accounts/ban-account.ts";
import { runCommand } from "./run-command.ts";

const { values } = parseArgs({
  options: {
    email: { type: "string" },
    until: { type: "string" },
    lift: { type: "boolean", default: false },
  },
});

await runCommand(ban);

async function ban(): Promise<string> {
  const email = EmailAddress.safeParse(values.email);
  if (!email.success) throw new Error("Name the address: --email ada@example.org");
  const until = values.until === undefined ? null : new Date(values.until);
  if (until && Number.isNaN(until.getTime())) throw new Error("Name a day: --until 2030-01-31");
  const isDone = values.lift ? await unbanAccount(email.data) : await banAccount(email.data, until);
  if (!isDone) throw new Error("There is no such account.");
  if (values.lift) return `${email.data} may sign in again.`;
  return `${email.data} is banned ${until ? `until ${until.toISOString()}` : "for good"}.`;
}
