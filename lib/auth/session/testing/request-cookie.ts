/** The cookie of a request that a test does not make: in place of `next/headers`, and a session to put into it. */
import { createHmac, randomUUID } from "node:crypto";
import type { Actor } from "../../../access/actor.ts";
import { db } from "../../../db/client.ts";
import { settings } from "../../../env/settings.ts";
import { SESSION_COOKIE } from "../session-cookie-names.ts";

/** For `vi.mock("next/headers", …)`. @param cookie of the session, if there is one */
export const headersWith = (cookie: () => string | undefined) => ({
  cookies: async () => ({
    get: (name: string) => {
      const value = name === SESSION_COOKIE && cookie();
      return value ? { name, value } : undefined;
    },
  }),
  headers: async () => new Headers(),
});

/** @returns the value of the cookie of a new session */
export async function openSession({ userId }: Actor): Promise<string> {
  const [id, token] = [randomUUID(), randomUUID()];
  const expiresAt = new Date("2100-01-01");
  await db().session.create({ data: { id, token, userId, expiresAt } });
  const mac = createHmac("sha256", settings().BETTER_AUTH_SECRET).update(token).digest("base64");
  return `${token}.${mac}`;
}
