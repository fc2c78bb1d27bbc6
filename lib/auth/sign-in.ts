/** Signs a person in. All refusals look the same and cost the same work. */
import "server-only";
import { hashPassword } from "better-auth/crypto";
import { z } from "zod";
import { PASSWORD_MAX_CHARS } from "../contracts/limits.ts";
import { isLeaving } from "../db/accounts/leave-account.ts";
import { recordRefusedSignIn } from "../db/accounts/record-refused-sign-in.ts";
import { recordRole } from "../db/accounts/record-role.ts";
import { log } from "../log/log.ts";
import { auth } from "./auth-server.ts";
import { clientAddress } from "./client-address.ts";
import { EMAIL_MAX_CHARS } from "./limits.ts";
import { knownDevice, rememberDevice } from "./session/known-device.ts";
import { countSignIn, forgiveSignIn } from "./sign-in-limiter.ts";

type Refusal = Parameters<typeof recordRefusedSignIn>;

export type SignInOutcome =
  /** `isLeaving`: the account is to be erased soon; the session can only keep it or end. */
  { ok: true; setCookies: string[]; isLeaving: boolean } | { ok: false };

const Credentials = z.object({
  email: z.string().trim().toLowerCase().max(EMAIL_MAX_CHARS).pipe(z.email()),
  password: z.string().min(1).max(PASSWORD_MAX_CHARS),
});

/** The part of better-auth's response that is read. */
const SignedIn = z.object({ user: z.object({ id: z.string() }) });

/**
 * Unknown address, wrong password, locked-out address, banned person and malformed input all return
 * `{ok: false}`, after one password hash each.
 * @throws Error if accounts or limits cannot be read, or the audit row of a new session cannot be written
 */
export async function signIn(input: unknown, headers: Headers): Promise<SignInOutcome> {
  const credentials = Credentials.safeParse(input);
  if (!credentials.success) return refuseEarly("no password", null, "malformed");
  const { email, password } = credentials.data;
  const deviceId = knownDevice(headers, email);
  const attempt = { email, address: clientAddress(headers), deviceId };
  if (!(await countSignIn(attempt))) return refuseEarly(password, email, "locked-out");
  const response = await auth().api.signInEmail({
    body: { email, password },
    headers,
    asResponse: true,
  });
  if (response.status >= 500)
    throw new Error(`better-auth answered ${response.status} to a sign-in`);
  if (!response.ok) return refuse(email, "refused");
  const { id } = SignedIn.parse(await response.json()).user;
  await recordRole(id);
  await forgiveSignIn(attempt);
  return {
    ok: true,
    setCookies: [...response.headers.getSetCookie(), rememberDevice(headers, email)],
    isLeaving: await isLeaving(id),
  };
}

/** Hashes a password for refusals that never reach better-auth, so that they take as long. */
async function refuseEarly(password: string, ...refusal: Refusal): Promise<SignInOutcome> {
  await hashPassword(password);
  return refuse(...refusal);
}

/** It is refused whether or not the attempt can be recorded: nobody comes in. */
async function refuse(...refusal: Refusal): Promise<SignInOutcome> {
  await recordRefusedSignIn(...refusal).catch((error: unknown) =>
    log().error({ err: error }, "a refused sign-in was not recorded"),
  );
  return { ok: false };
}
