import "server-only";
/** What a person changes about their own account, with a sentence for each outcome. */
import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { z } from "zod";
import { changePassword } from "@/lib/auth/change-password.ts";
import { NAME_MAX_CHARS } from "@/lib/auth/limits.ts";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import { forgetPerson } from "@/lib/auth/session/recent-people.ts";
import { requestToken } from "@/lib/auth/session/request-token.ts";
import type { AccountChange } from "@/lib/contracts/account-change.ts";
import { storeName } from "@/lib/db/accounts/change-account.ts";
import { signOutDevices } from "@/lib/db/accounts/devices.ts";
import { log } from "@/lib/log/log.ts";
import * as text from "@/lib/messages/account.ts";

const Named = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(NAME_MAX_CHARS)
    .regex(/^\P{Cc}*$/u),
});

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
  const changed = await changePassword(person, token, input, await headers());
  if (changed.ok) {
    revalidatePath("/account");
    return done(text.passwordChanged());
  }
  const message = changed.reason === "next" ? text.signUpPassword() : text.passwordWrong();
  return refuse(message, changed.reason);
}

const Device = z.string().min(1).max(100).nullable();

/** @param device its id; null: all others */
export async function endDevices(device: unknown): Promise<void> {
  const [person, token] = await Promise.all([getPerson(), requestToken()]);
  const id = Device.safeParse(device);
  if (!person || !token || !id.success) return;
  for (const ended of await signOutDevices(person.actor, token, id.data)) forgetPerson(ended);
  revalidatePath("/account");
}

export async function orFail(change: () => Promise<AccountChange>): Promise<AccountChange> {
  try {
    return await change();
  } catch (error) {
    log().error({ err: error }, "an account could not be changed");
    return refuse(text.unreachable());
  }
}
