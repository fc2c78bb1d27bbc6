/**
 * A person asks for a link: to a new account, or to another password. The answer is the same whoever has an account.
 */
import "server-only";
import { z } from "zod";
import { findAccount } from "../../db/accounts/find-account.ts";
import { settings } from "../../env/settings.ts";
import * as text from "../../messages/mail.ts";
import { clientAddress } from "../client-address.ts";
import { EMAIL_MAX_CHARS } from "../limits.ts";
import { countLinkAsked, countLinkSent } from "../sign-in-limiter.ts";
import { addressOf, linkWay, makeLink } from "./link-way.ts";
import { canSendMail } from "./mailer.ts";
import { afterAnswer, sendWord } from "./send-word.ts";

/** `away`: the mail server cannot be reached. `closed`: links are made by who runs the server. */
export type LinkAsked = { ok: true } | { ok: false; reason: "email" | "busy" | "away" | "closed" };

export const EmailAddress = z.string().trim().toLowerCase().max(EMAIL_MAX_CHARS).pipe(z.email());

const Asked = z.object({ email: EmailAddress });

export function askSignUp(input: unknown, headers: Headers): Promise<LinkAsked> {
  const { SIGN_UP_OPEN, CONFIRM_ADDRESSES } = settings();
  if (!SIGN_UP_OPEN || !CONFIRM_ADDRESSES) return Promise.resolve({ ok: false, reason: "closed" });
  return ask(input, headers, async (email) => {
    if (await findAccount(email)) {
      const signIn = addressOf("/sign-in");
      const reset = addressOf("/forgot-password");
      const words = { subject: text.haveSubject(), text: text.have({ signIn, reset }) };
      await sendWord({ to: email, ...words });
      return;
    }
    const link = await makeLink({ kind: "sign-up", userId: null, email });
    await sendWord({ to: email, subject: text.signUpSubject(), text: text.signUp({ link }) });
  });
}

export function askReset(input: unknown, headers: Headers): Promise<LinkAsked> {
  return ask(input, headers, async (email) => {
    const account = await findAccount(email);
    if (!account) return;
    const link = await makeLink({ kind: "reset", userId: account.id, email: null });
    await sendWord({ to: email, subject: text.resetSubject(), text: text.reset({ link }) });
  });
}

async function ask(
  input: unknown,
  headers: Headers,
  work: (email: string) => Promise<void>,
): Promise<LinkAsked> {
  const asked = Asked.safeParse(input);
  if (linkWay() === "operator") return { ok: false, reason: "closed" };
  if (!asked.success) return { ok: false, reason: "email" };
  if (!(await countLinkAsked(clientAddress(headers)))) return { ok: false, reason: "busy" };
  if (linkWay() === "mail" && !(await canSendMail())) return { ok: false, reason: "away" };
  const { email } = asked.data;
  afterAnswer(async () => {
    // A few in an hour for each address, so that nobody's mailbox is filled from here. The last one that went stays good.
    if (await countLinkSent(email)) await work(email);
  });
  return { ok: true };
}
