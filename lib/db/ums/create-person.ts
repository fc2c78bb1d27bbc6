/** Adds a person to the directory. */
import "server-only";
import { randomUUID } from "node:crypto";
import type { NewUmsPerson, UmsPersonWritten } from "../../contracts/ums/ums-person.ts";
import { kysely } from "../client.ts";
import { PERSON, unlessEmailTaken } from "./person-row.ts";

export function createPerson(person: NewUmsPerson): Promise<UmsPersonWritten> {
  const { name, email, department, city } = person;
  const now = new Date();
  const joined_at = person.joined ?? now.toISOString().slice(0, 10);
  const row = { id: randomUUID(), name, email: email.toLowerCase(), department, city, joined_at };
  return unlessEmailTaken(() =>
    kysely()
      .insertInto("ums_person")
      .values({ ...row, updated_at: now })
      .returning(PERSON)
      .executeTakeFirst(),
  );
}
