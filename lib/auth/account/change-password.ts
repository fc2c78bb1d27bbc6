/** Changes a person's password. They prove that they know the old one. */
import "server-only";
import { hashPassword } from "better-auth/crypto";
import { z } from "zod";
import { PASSWORD_MAX_CHARS } from "../../contracts/limits.ts";
import { storePassword } from "../../db/accounts/change-account.ts";
import type { Person } from "../session/find-person.ts";
import { checkNewPassword, type NewPasswordFault } from "./new-password.ts";
import { provePerson } from "./prove-person.ts";

const Passwords = z.object({
  current: z.string().min(1).max(PASSWORD_MAX_CHARS),
  next: z.string(),
});

/** `current`: it is wrong, or was wrong too often. */
export type PasswordChange = { ok: true } | { ok: false; reason: "current" | NewPasswordFault };

/** @param token of the session that stays; all others end */
export async function changePassword(
  person: Person,
  token: string,
  input: unknown,
): Promise<PasswordChange> {
  const passwords = Passwords.safeParse(input);
  if (!passwords.success) return { ok: false, reason: "current" };
  const { current, next } = passwords.data;
  const fault = await checkNewPassword(next, person);
  if (fault) return { ok: false, reason: fault };
  if (!(await provePerson(person, current))) return { ok: false, reason: "current" };
  await storePassword(person.actor, await hashPassword(next), token);
  return { ok: true };
}
