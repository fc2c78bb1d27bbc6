/** Why a form of sign-in, sign-up or a link was refused, in plain words. */
import type { EntryRefusal } from "@/lib/contracts/entry-refusal.ts";
import * as account from "@/lib/messages/account.ts";
import * as text from "@/lib/messages/entry.ts";
import * as password from "@/lib/messages/password.ts";

/** Code, status and sentence. A code that ends in a field's name belongs to that field. */
const REFUSALS = {
  /** One sentence for every reason, so that it does not tell which accounts exist. */
  "sign-in": [401, account.signInRefused],
  closed: [403, account.signUpClosed],
  "links-closed": [403, text.linkClosed],
  busy: [429, account.signUpBusy],
  "links-busy": [429, text.linkBusy],
  away: [503, account.mailAway],
  link: [410, text.linkGone],
  name: [400, account.signUpName],
  email: [400, account.signUpEmail],
  /** Only where nobody confirms addresses, or to who has proven the address. */
  "taken-email": [409, account.emailTaken],
  "confirm-taken": [409, text.confirmTaken],
  "keep-over": [410, text.keepOver],
  "short-password": [400, password.short],
  "long-password": [400, password.long],
  "common-password": [400, password.common],
  "simple-password": [400, password.simple],
  "personal-password": [400, password.personal],
} satisfies Record<string, [number, () => string]>;

export type RefusalCode = keyof typeof REFUSALS;

export function refusalOf(code: RefusalCode): EntryRefusal & { status: number } {
  const [status, words] = REFUSALS[code];
  return { code, status, message: words() };
}

/** The refusal of a plain form, which comes back with the code in its address. */
export function refusalIn(given: string | string[] | undefined): EntryRefusal | null {
  if (typeof given !== "string" || !Object.hasOwn(REFUSALS, given)) return null;
  const { code, message } = refusalOf(given as RefusalCode);
  return { code, message };
}
