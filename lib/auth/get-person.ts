import "server-only";
/** The person behind the request that is being rendered or answered. */
import { cookies } from "next/headers";
import { cache } from "react";
import { findPerson, type Person } from "./find-person.ts";
import { readSessionToken, sessionCookieName } from "./session-cookie.ts";

/** Null when signed out. Asked once per rendering, however many components call it. */
export const getPerson: () => Promise<Person | null> = cache(async () => {
  const token = readSessionToken((await cookies()).get(sessionCookieName())?.value);
  return token === null ? null : findPerson(token);
});
