/** Who signed in to an account that is to be erased can keep it. */
import "server-only";
import { keepAccount } from "../../db/accounts/leave-account.ts";
import { forgetPerson } from "../session/find-person.ts";
import { findSessionToken } from "../session/find-session-token.ts";

/** @returns false where the session is none of such an account, or its days are over */
export async function keepOwnAccount(headers: Headers): Promise<boolean> {
  const token = findSessionToken(headers.get("cookie"));
  if (token === null || !(await keepAccount(token))) return false;
  forgetPerson(token);
  return true;
}
