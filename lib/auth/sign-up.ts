import "server-only";
/** Creates an account with the role `user`, regardless of the request, and signs it in. */
import { z } from "zod";
import { settings } from "../env/settings.ts";
import { auth } from "./auth-server.ts";
import { clientAddress } from "./client-address.ts";
import {
  EMAIL_MAX_CHARS,
  NAME_MAX_CHARS,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
} from "./limits.ts";
import { countSignUp } from "./sign-in-limiter.ts";

export type SignUpOutcome =
  | { ok: true; setCookies: string[] }
  | { ok: false; reason: "closed" | "name" | "email" | "password" | "taken" | "busy" };

/** Built field by field, so that a role or an image in the request is ignored. */
const NewAccount = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(NAME_MAX_CHARS)
    .regex(/^\P{Cc}*$/u),
  email: z.string().trim().toLowerCase().max(EMAIL_MAX_CHARS).pipe(z.email()),
  password: z.string().min(PASSWORD_MIN_CHARS).max(PASSWORD_MAX_CHARS),
});

/** @throws Error if the account could not be stored */
export async function signUp(input: unknown, headers: Headers): Promise<SignUpOutcome> {
  if (!settings().SIGN_UP_OPEN) return { ok: false, reason: "closed" };
  const account = NewAccount.safeParse(input);
  if (!account.success) return { ok: false, reason: firstWrongField(account.error) };
  if (!(await countSignUp(clientAddress(headers)))) return { ok: false, reason: "busy" };
  const { name, email, password } = account.data;
  const response = await auth().api.signUpEmail({
    body: { name, email, password },
    headers,
    asResponse: true,
  });
  if (response.ok) return { ok: true, setCookies: response.headers.getSetCookie() };
  if (await isTaken(response)) return { ok: false, reason: "taken" };
  throw new Error(`better-auth answered ${response.status} to a sign-up`);
}

async function isTaken(response: Response): Promise<boolean> {
  const body = (await response.json()) as { code?: unknown } | null;
  return body?.code === "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL";
}

function firstWrongField(error: z.ZodError): "name" | "email" | "password" {
  const field = error.issues[0]?.path[0];
  return field === "email" || field === "password" ? field : "name";
}
