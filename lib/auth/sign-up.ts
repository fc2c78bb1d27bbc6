/**
 * Creates an account with the role `user`, regardless of the request, and signs it in. Its address is proven by a link; with
 * CONFIRM_ADDRESSES=0 it is not.
 */
import "server-only";
import { z } from "zod";
import { findLink, markProven } from "../db/accounts/account-links.ts";
import { settings } from "../env/settings.ts";
import { checkNewPassword, type NewPasswordFault } from "./account/new-password.ts";
import { auth } from "./auth-server.ts";
import { clientAddress } from "./client-address.ts";
import { NAME_MAX_CHARS } from "./limits.ts";
import { EmailAddress } from "./links/ask-link.ts";
import { digestToken } from "./links/link-way.ts";
import { rememberDevice } from "./session/known-device.ts";
import { countSignUp } from "./sign-in-limiter.ts";

/** `link`: an address is proven first, and this link proves none. */
export type SignUpOutcome =
  | { ok: true; setCookies: string[] }
  | {
      ok: false;
      reason: "closed" | "name" | "email" | "taken-email" | "busy" | "link" | NewPasswordFault;
    };

export const PersonName = z
  .string()
  .trim()
  .min(1)
  .max(NAME_MAX_CHARS)
  .regex(/^\P{Cc}*$/u);

/** Built field by field, so that a role or an image in the request is ignored. */
const NewAccount = z.object({ name: PersonName, email: EmailAddress, password: z.string() });

const WithLink = z.object({ token: z.string().min(1).max(100) });

/** @throws Error if the account could not be stored */
export async function signUp(input: unknown, headers: Headers): Promise<SignUpOutcome> {
  const { SIGN_UP_OPEN, CONFIRM_ADDRESSES } = settings();
  const linked = WithLink.safeParse(input);
  if (linked.success) return signUpByLink(linked.data.token, input, headers);
  if (!SIGN_UP_OPEN) return { ok: false, reason: "closed" };
  if (CONFIRM_ADDRESSES) return { ok: false, reason: "link" };
  return createAccount(input, headers);
}

/** The link decides about the address, whatever the form says. */
async function signUpByLink(
  token: string,
  input: unknown,
  headers: Headers,
): Promise<SignUpOutcome> {
  const digest = digestToken(token);
  const link = await findLink("sign-up", digest);
  if (!link) return { ok: false, reason: "link" };
  const created = await createAccount({ ...Object(input), email: link.email }, headers);
  if (created.ok) await markProven(digest, created.userId);
  return created;
}

/** Whose link it is, for the page. Null where it is not good. */
export async function signUpLinkOf(token: string): Promise<{ email: string } | null> {
  const link = await findLink("sign-up", digestToken(token));
  return link && { email: link.email };
}

type Refused = Extract<SignUpOutcome, { ok: false }>;

async function createAccount(
  input: unknown,
  headers: Headers,
): Promise<{ ok: true; userId: string; setCookies: string[] } | Refused> {
  const account = NewAccount.safeParse(input);
  if (!account.success) return { ok: false, reason: firstWrongField(account.error) };
  const { name, email, password } = account.data;
  const fault = await checkNewPassword(password, { name, email });
  if (fault) return { ok: false, reason: fault };
  if (!(await countSignUp(clientAddress(headers)))) return { ok: false, reason: "busy" };
  const response = await auth().api.signUpEmail({
    body: { name, email, password },
    headers,
    asResponse: true,
  });
  const body = (await response.json()) as { code?: unknown; user?: { id?: unknown } } | null;
  if (response.ok && typeof body?.user?.id === "string")
    return {
      ok: true,
      userId: body.user.id,
      setCookies: [...response.headers.getSetCookie(), rememberDevice(headers, email)],
    };
  if (body?.code === "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL")
    return { ok: false, reason: "taken-email" };
  throw new Error(`better-auth answered ${response.status} to a sign-up`);
}

function firstWrongField(error: z.ZodError): "name" | "email" | "short-password" {
  const field = error.issues[0]?.path[0];
  if (field === "password") return "short-password";
  return field === "email" ? field : "name";
}
