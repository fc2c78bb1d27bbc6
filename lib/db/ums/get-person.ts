/** One person of the directory. */
import "server-only";
import type { UmsPerson } from "../../contracts/ums/ums-person.ts";
import { kysely } from "../client.ts";
import { PERSON } from "./person-row.ts";

/** @returns null if there is no such person */
export async function getPerson(id: string): Promise<UmsPerson | null> {
  const person = await kysely()
    .selectFrom("ums_person")
    .select(PERSON)
    .where("id", "=", id)
    .executeTakeFirst();
  return person ?? null;
}
