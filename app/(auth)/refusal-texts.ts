/** Why a sign-in or a sign-up was refused, in plain words. */
import type { SignUpOutcome } from "@/lib/auth/sign-up.ts";
import * as text from "@/lib/messages/account.ts";

type SignUpRefusal = Extract<SignUpOutcome, { ok: false }>["reason"];

/** One sentence for every reason, so that it does not tell which accounts exist. */
export const signInRefusal = text.signInRefused;

export const SIGN_UP_REFUSALS: Record<SignUpRefusal, () => string> = {
  closed: text.signUpClosed,
  name: text.signUpName,
  email: text.signUpEmail,
  password: text.signUpPassword,
  taken: text.signUpTaken,
  busy: text.signUpBusy,
};
