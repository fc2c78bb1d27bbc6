/** Who signed in to an account that is to be erased, in the current request. */
import "server-only";
import { findLeavingPerson, type LeavingPerson } from "../../db/accounts/leave-account.ts";
import { requestToken } from "./request-token.ts";

/** Null for everybody else. */
export async function getLeavingPerson(): Promise<LeavingPerson | null> {
  const token = await requestToken();
  return token === null ? null : findLeavingPerson(token);
}
