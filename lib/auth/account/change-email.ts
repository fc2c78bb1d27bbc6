/**
 * Changes the address of an account. The person proves themself by their password, and the address by a link that goes
 * there. What they read is the same whether or not the address has an account.
 */
import "server-only";
import { z } from "zod";
import { PASSWORD_MAX_CHARS } from "../../contracts/limits.ts";
import { confirmEmail, findLink } from "../../db/accounts/account-links.ts";
import { storeEmail } from "../../db/accounts/change-account.ts";
import { findAccount } from "../../db/accounts/find-account.ts";
import { settings } from "../../env/settings.ts";
import * as text from "../../messages/mail.ts";
import { EmailAddress } from "../links/ask-link.ts";
import { addressOf, digestToken, linkWay, makeLink } from "../links/link-way.ts";
import { canSendMail } from "../links/mailer.ts";
import { afterAnswer, sendWord } from "../links/send-word.ts";
import type { Person } from "../session/find-person.ts";
import { countLinkAsked, countLinkSent } from "../sign-in-limiter.ts";
import { provePerson } from "./prove-person.ts";

const Wanted = z.object({
  email: EmailAddress,
  current: z.string().min(1).max(PASSWORD_MAX_CHARS),
});

export type EmailChange =
  /** `asked`: a link is on its way. `changed`: nobody confirms addresses here. */
  | { ok: true; is: "asked" | "changed"; email: string }
  /** `closed`: who runs the server does it. `taken` only where nobody confirms addresses. */
  | { ok: false; reason: "email" | "same" | "current" | "away" | "closed" | "taken" };

export async function changeEmail(person: Person, input: unknown): Promise<EmailChange> {
  const wanted = Wanted.safeParse(input);
  if (!wanted.success) {
    const isEmail = wanted.error.issues.some(({ path }) => path[0] === "email");
    return { ok: false, reason: isEmail ? "email" : "current" };
  }
  const { email, current } = wanted.data;
  const { CONFIRM_ADDRESSES } = settings();
  if (CONFIRM_ADDRESSES && linkWay() === "operator") return { ok: false, reason: "closed" };
  if (email === person.email) return { ok: false, reason: "same" };
  if (!(await provePerson(person, current))) return { ok: false, reason: "current" };
  if (!CONFIRM_ADDRESSES) {
    const isChanged = await storeEmail(person.actor, email);
    return isChanged ? { ok: true, is: "changed", email } : { ok: false, reason: "taken" };
  }
  if (linkWay() === "mail" && !(await canSendMail())) return { ok: false, reason: "away" };
  afterAnswer(() => sendLinks(person, email));
  return { ok: true, is: "asked", email };
}

async function sendLinks({ actor, email: old }: Person, email: string): Promise<void> {
  if (!(await countLinkAsked(actor.userId)) || !(await countLinkSent(email))) return;
  if (await findAccount(email)) {
    const signIn = addressOf("/sign-in");
    await sendWord({ to: email, subject: text.takenSubject(), text: text.taken({ signIn }) });
  } else {
    const link = await makeLink({ kind: "email", userId: actor.userId, email });
    await sendWord({ to: email, subject: text.emailSubject(), text: text.email({ link }) });
  }
  if (linkWay() !== "mail") return;
  const account = addressOf("/account");
  await sendWord({ to: old, subject: text.noticeSubject(), text: text.notice({ email, account }) });
}

const Given = z.object({ token: z.string().min(1).max(100) });

/** @returns `link` where it was used, is over, or was never made */
export async function confirmByLink(
  input: unknown,
): Promise<{ ok: true } | { ok: false; reason: "link" | "taken" }> {
  const given = Given.safeParse(input);
  if (!given.success) return { ok: false, reason: "link" };
  return confirmEmail(digestToken(given.data.token));
}

/** The address that a link proves, for the page. Null where it is not good. */
export async function emailLinkOf(token: string): Promise<{ email: string } | null> {
  const link = await findLink("email", digestToken(token));
  return link && { email: link.email };
}
