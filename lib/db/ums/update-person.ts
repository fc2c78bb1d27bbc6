/** Changes the given fields of a person. */
import "server-only";
import type { UmsPersonChange, UmsPersonWritten } from "../../contracts/ums/ums-person.ts";
import { kysely } from "../client.ts";
import { PERSON, unlessEmailTaken } from "./person-row.ts";

export function updatePerson(id: string, change: UmsPersonChange): Promise<UmsPersonWritten> {
  const { name, email, department, city, joined } = change;
  return unlessEmailTaken(() =>
    kysely()
      .updateTable("ums_person")
      .set({ name, email: email?.toLowerCase(), department, city, joined_at: joined })
      .set({ updated_at: new Date() })
      .where("id", "=", id)
      .returning(PERSON)
      .executeTakeFirst(),
  );
}
