import "server-only";
/** Changes a person's password. They prove that they know the old one; wrong ones are counted as at sign-in. */
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { z } from "zod";
import { readPasswordHash, storePassword } from "../db/accounts/change-account.ts";
import { clientAddress } from "./client-address.ts";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "./limits.ts";
import type { Person } from "./session/find-person.ts";
import { countSignIn, forgiveSignIn } from "./sign-in-limiter.ts";

const Passwords = z.object({
  current: z.string().min(1).max(PASSWORD_MAX_CHARS),
  next: z.string().min(PASSWORD_MIN_CHARS).max(PASSWORD_MAX_CHARS),
});

/** `current`: it is wrong, or was wrong too often. `next`: it is too short or too long. */
export type PasswordChange = { ok: true } | { ok: false; reason: "current" | "next" };

/** @param token of the session that stays; all others end */
export async function changePassword(
  { actor, email }: Person,
  token: string,
  input: unknown,
  headers: Headers,
): Promise<PasswordChange> {
  const passwords = Passwords.safeParse(input);
  if (!passwords.success) {
    const isNext = passwords.error.issues.some(({ path }) => path[0] === "next");
    return { ok: false, reason: isNext ? "next" : "current" };
  }
  const address = clientAddress(headers);
  const mayTry = await countSignIn(email, address);
  const { current, next } = passwords.data;
  const hash = await readPasswordHash(actor);
  const isRight = hash !== null && (await verifyPassword({ hash, password: current }));
  if (!mayTry || !isRight) return { ok: false, reason: "current" };
  await forgiveSignIn(email, address);
  await storePassword(actor, await hashPassword(next), token);
  return { ok: true };
}
