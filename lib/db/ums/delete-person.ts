/** Deletes a person from the directory. */
import "server-only";
import type { UmsPerson } from "../../contracts/ums/ums-person.ts";
import { kysely } from "../client.ts";
import { PERSON } from "./person-row.ts";

/** @returns the deleted person; null if there was none */
export async function deletePerson(id: string): Promise<UmsPerson | null> {
  const person = await kysely()
    .deleteFrom("ums_person")
    .where("id", "=", id)
    .returning(PERSON)
    .executeTakeFirst();
  return person ?? null;
}
