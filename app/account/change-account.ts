/** What a person changes about their own account, with a sentence for each outcome. */
import "server-only";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { refusalOf } from "@/app/(auth)/refusal-texts.ts";
import { orRefuse } from "@/app/respond.ts";
import { changeEmail, type EmailChange } from "@/lib/auth/account/change-email.ts";
import { changePassword } from "@/lib/auth/account/change-password.ts";
import { provePerson } from "@/lib/auth/account/prove-person.ts";
import { linkWay } from "@/lib/auth/links/link-way.ts";
import { forgetPerson } from "@/lib/auth/session/find-person.ts";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import { requestToken } from "@/lib/auth/session/request-token.ts";
import { PersonName } from "@/lib/auth/sign-up.ts";
import type { AccountChange } from "@/lib/contracts/account-change.ts";
import { PASSWORD_MAX_CHARS } from "@/lib/contracts/limits.ts";
import { RevokeShare } from "@/lib/contracts/public/share/share-link.ts";
import { storeName } from "@/lib/db/accounts/change-account.ts";
import { signOutDevices } from "@/lib/db/accounts/devices.ts";
import { leaveAccount } from "@/lib/db/accounts/leave-account.ts";
import { revokeShare } from "@/lib/db/shares/share-conversation.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import * as text from "@/lib/messages/account.ts";

const Named = z.object({ name: PersonName });

const refuse = (message: string, field: AccountChange["field"] = null): AccountChange => ({
  ok: false,
  message,
  field,
});
const done = (message: string): AccountChange => ({ ok: true, message, field: null });

export async function nameFrom(input: unknown): Promise<AccountChange> {
  const named = Named.safeParse(input);
  if (!named.success) return refuse(text.signUpName(), "name");
  const person = await getPerson();
  if (!person) return refuse(text.signedOut());
  await storeName(person.actor, named.data.name);
  revalidatePath("/account");
  return done(text.nameChanged());
}

export async function passwordFrom(input: unknown): Promise<AccountChange> {
  const [person, token] = await Promise.all([getPerson(), requestToken()]);
  if (!person || !token) return refuse(text.signedOut());
  const changed = await changePassword(person, token, input);
  if (changed.ok) {
    revalidatePath("/account");
    return done(text.passwordChanged());
  }
  const { reason } = changed;
  if (reason === "current") return refuse(text.passwordWrong(), "current");
  return refuse(refusalOf(reason).message, "next");
}

const EMAIL_REFUSALS: Record<
  Extract<EmailChange, { ok: false }>["reason"],
  [() => string, AccountChange["field"]]
> = {
  email: [text.signUpEmail, "email"],
  same: [text.emailSame, "email"],
  taken: [text.emailTaken, "email"],
  current: [text.passwordWrong, "current"],
  away: [text.mailAway, null],
  closed: [text.emailByOperator, null],
};

export async function emailFrom(input: unknown): Promise<AccountChange> {
  const person = await getPerson();
  if (!person) return refuse(text.signedOut());
  const changed = await changeEmail(person, input);
  if (!changed.ok) {
    const [words, field] = EMAIL_REFUSALS[changed.reason];
    return refuse(words(), field);
  }
  const { email } = changed;
  if (changed.is === "asked")
    return done(linkWay() === "mail" ? text.emailAsked({ email }) : text.emailAskedTerminal());
  revalidatePath("/account");
  return done(text.emailChanged({ email }));
}

const Leaving = z.object({ current: z.string().min(1).max(PASSWORD_MAX_CHARS) });

/** Nothing of the account can be opened afterwards: the page goes to the sign-in. */
export async function leaveFrom(input: unknown): Promise<AccountChange> {
  const [person, leaving] = [await getPerson(), Leaving.safeParse(input)];
  if (!person) return refuse(text.signedOut());
  if (!leaving.success || !(await provePerson(person, leaving.data.current)))
    return refuse(text.passwordWrong(), "current");
  const left = await leaveAccount(person.actor);
  if (!left.ok)
    return refuse(left.reason === "last-admin" ? text.deleteAccountLastAdmin() : text.signedOut());
  for (const ended of left.endedTokens) forgetPerson(ended);
  return done("");
}

/** The session's own id, as the auth library makes it. */
const Device = z
  .string()
  .regex(/^[\w-]{1,100}$/)
  .nullable();

/**
 * @param device its id; null: all others
 * @throws AppError `invalid`, `not-found`
 */
export async function endDevices(device: unknown): Promise<AccountChange> {
  const id = Device.safeParse(device);
  if (!id.success) throw new AppError("invalid");
  const [person, token] = await Promise.all([getPerson(), requestToken()]);
  if (!person || !token) return refuse(text.signedOut());
  const ended = await signOutDevices(person.actor, token, id.data);
  for (const session of ended) forgetPerson(session);
  // Its row stands on the page until then, also where another tab was first.
  revalidatePath("/account");
  if (id.data !== null && ended.length === 0) throw new AppError("not-found");
  return done("");
}

/**
 * @param shareLinkId of a link of one's own
 * @throws AppError `invalid`, `not-found`
 */
export async function endLink(shareLinkId: unknown): Promise<AccountChange> {
  const revoked = RevokeShare.safeParse({ shareLinkId });
  if (!revoked.success) throw new AppError("invalid");
  const person = await getPerson();
  if (!person) return refuse(text.signedOut());
  try {
    await revokeShare(person.actor, revoked.data);
    return done("");
  } finally {
    revalidatePath("/account");
  }
}

export const orFail = (change: () => Promise<AccountChange>): Promise<AccountChange> =>
  orRefuse(change, refuse, text.unreachable());
