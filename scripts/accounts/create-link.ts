/**
 * Prints a link for somebody, where there is no mail: `reset --email <address>` to choose another password,
 * `sign-up --email <address>` to a new account, `email --email <address> --to <address>` to another address. In the
 * database at DATABASE_URL, or of a running `npm start`. Whoever opens it first uses it: hand it to the right person.
 */
import { parseArgs } from "node:util";
import { HANDED_LINK_LIFETIME_MS } from "../../lib/auth/limits.ts";
import { EmailAddress } from "../../lib/auth/links/ask-link.ts";
import { makeLink } from "../../lib/auth/links/link-way.ts";
import { AccountLinkKind } from "../../lib/contracts/account-link.ts";
import { findAccount } from "../../lib/db/accounts/find-account.ts";
import { runCommand } from "./run-command.ts";

const { values, positionals } = parseArgs({
  options: { email: { type: "string" }, to: { type: "string" } },
  allowPositionals: true,
});

await runCommand(() => createLink(positionals[0], values.email, values.to));

async function createLink(wanted?: string, given?: string, to?: string): Promise<string> {
  const kind = AccountLinkKind.safeParse(wanted);
  const email = EmailAddress.safeParse(given);
  if (!kind.success || !email.success) throw new Error("Name the address: --email you@example.org");
  const account = await findAccount(email.data);
  if (kind.data === "sign-up" ? account : !account)
    throw new Error(account ? "There is an account already." : "There is no such account.");
  const proves = await provenBy(kind.data, email.data, to);
  const link = await makeLink({
    kind: kind.data,
    userId: account?.id ?? null,
    email: proves,
    by: "operator",
    lifetimeMs: HANDED_LINK_LIFETIME_MS,
  });
  return `${link}\nIt can be used once, within 24 hours. Whoever opens it uses it: hand it to the right person.`;
}

/** The address that the link gives to an account; null for another password. */
async function provenBy(
  kind: AccountLinkKind,
  email: string,
  to: string | undefined,
): Promise<string | null> {
  if (kind === "reset") return null;
  if (kind === "sign-up") return email;
  const next = EmailAddress.safeParse(to);
  if (!next.success) throw new Error("Name the new address: --to new@example.org");
  if (await findAccount(next.data)) throw new Error("There is an account with the new address.");
  return next.data;
}
