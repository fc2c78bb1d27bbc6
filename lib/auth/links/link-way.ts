/** How links reach people, and how they are built. */
import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type { AccountLinkKind } from "../../contracts/account-link.ts";
import { saveLink } from "../../db/accounts/account-links.ts";
import { settings } from "../../env/settings.ts";
import { LINK_LIFETIME_MS } from "../limits.ts";

/** `terminal`: the standard output of the server. `operator`: who runs the server makes them by a command. */
export type LinkWay = "mail" | "terminal" | "operator";

export function linkWay(): LinkWay {
  const { SMTP_URL, LINKS_IN_TERMINAL } = settings();
  if (SMTP_URL !== undefined) return "mail";
  return LINKS_IN_TERMINAL ? "terminal" : "operator";
}

const PAGES = {
  "sign-up": "/sign-up",
  reset: "/reset-password",
  email: "/confirm-email",
} satisfies Record<AccountLinkKind, string>;

type LinkOf = {
  kind: AccountLinkKind;
  userId: string | null;
  email: string | null;
  by?: "person" | "operator";
  lifetimeMs?: number;
};

/** Makes a link, and makes earlier ones for the same end useless. */
export async function makeLink(link: LinkOf): Promise<string> {
  const { kind, userId, email, by = "person", lifetimeMs = LINK_LIFETIME_MS } = link;
  const token = randomBytes(32).toString("base64url");
  await saveLink({ kind, userId, email, by, lifetimeMs, tokenDigest: digestToken(token) });
  return addressOf(PAGES[kind], { token });
}

/** An address of this deployment, never of the `Host` that a request claims. */
export function addressOf(path: string, query: Record<string, string> = {}): string {
  const { BETTER_AUTH_URL, PORT } = settings();
  const url = new URL(path, BETTER_AUTH_URL ?? `http://localhost:${PORT}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

export function digestToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
