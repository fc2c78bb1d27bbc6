/** Whether there is an account of an address. For this server itself: no answer to anybody may depend on it. */
import "server-only";
import { kysely } from "../client.ts";

export function findAccount(email: string): Promise<{ id: string; name: string } | undefined> {
  return kysely()
    .selectFrom("user")
    .select(["id", "name"])
    .where("email", "=", email)
    .executeTakeFirst();
}
