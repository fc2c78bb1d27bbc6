/** Uses a link to choose another password. Every session of the account ends; this device becomes known to it. */
import "server-only";
import { hashPassword } from "better-auth/crypto";
import { z } from "zod";
import { findLink, resetPassword } from "../../db/accounts/account-links.ts";
import { findAccount } from "../../db/accounts/find-account.ts";
import { checkNewPassword, type NewPasswordFault } from "../account/new-password.ts";
import { forgetPerson } from "../session/find-person.ts";
import { rememberDevice } from "../session/known-device.ts";
import { digestToken } from "./link-way.ts";

/** `link`: used, over, or never made. */
export type Reset =
  | { ok: true; setCookies: string[] }
  | { ok: false; reason: "link" | NewPasswordFault };

const Given = z.object({ token: z.string().min(1).max(100), password: z.string() });

export async function resetByLink(input: unknown, headers: Headers): Promise<Reset> {
  const given = Given.safeParse(input);
  if (!given.success) return { ok: false, reason: "link" };
  const { token, password } = given.data;
  const digest = digestToken(token);
  const link = await findLink("reset", digest);
  if (!link) return { ok: false, reason: "link" };
  const account = await findAccount(link.email);
  const fault = await checkNewPassword(password, { email: link.email, name: account?.name });
  if (fault) return { ok: false, reason: fault };
  const reset = await resetPassword(digest, await hashPassword(password));
  if (!reset) return { ok: false, reason: "link" };
  for (const ended of reset.endedTokens) forgetPerson(ended);
  return { ok: true, setCookies: [rememberDevice(headers, reset.email)] };
}

/** Whose link it is, for the page. Null where it is not good. */
export async function resetLinkOf(token: string): Promise<{ email: string } | null> {
  const link = await findLink("reset", digestToken(token));
  return link && { email: link.email };
}
