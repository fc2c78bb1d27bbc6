/** Why somebody was not let in, in plain words. The first is one sentence for every reason, on purpose. */
import type { SignUpOutcome } from "@/lib/auth/sign-up.ts";

export const SIGN_IN_REFUSED =
  "That email and password do not go together. Check both, or wait a few minutes if you have tried often.";

type SignUpRefusal = Extract<SignUpOutcome, { ok: false }>["reason"];

export const SIGN_UP_REFUSED: Record<SignUpRefusal, string> = {
  closed: "New accounts cannot be created here. Ask whoever runs this for one.",
  name: "Enter a name of up to 100 characters.",
  email: "Enter an email address, like name@example.com.",
  password: "Choose a password of 8 to 128 characters.",
  taken: "There is an account with this email already. Sign in instead.",
  busy: "Too many accounts were created from here. Try again in an hour.",
};
