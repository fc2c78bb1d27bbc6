/** The signed-in person of the current request. */
import "server-only";
import { cache } from "react";
import { findPerson, type Person } from "./find-person.ts";
import { requestToken } from "./request-token.ts";

/** Null when signed out. Cached per request. */
export const getPerson: () => Promise<Person | null> = cache(async () => {
  const token = await requestToken();
  return token === null ? null : findPerson(token);
});
