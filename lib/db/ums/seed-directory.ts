/** Fills an empty directory with the seed people. Safe to call again, and from several processes at once. */
import "server-only";
import { sql } from "kysely";
import { kysely } from "../client.ts";
import { rowsFromJson } from "../typed-sql.ts";
import { seedPeople } from "./seed-people.ts";

export async function seedDirectory(): Promise<void> {
  const anybody = await kysely().selectFrom("ums_person").select("id").limit(1).executeTakeFirst();
  if (anybody) return;
  const types = {
    ...{ id: "uuid", name: "text", email: "text", department: "text", city: "text" },
    joined_at: "date",
  };
  const rows = seedPeople().map(({ joined, ...person }) => ({ ...person, joined_at: joined }));
  await kysely()
    .insertInto("ums_person")
    .columns(["id", "name", "email", "department", "city", "joined_at", "updated_at"])
    .expression(({ selectFrom, not, exists }) =>
      selectFrom(rowsFromJson("ums_person", JSON.stringify(rows), types))
        .select(["given.id", "given.name", "given.email", "given.department", "given.city"])
        .select(["given.joined_at", sql<Date>`now()`.as("updated_at")])
        .where(not(exists(selectFrom("ums_person").select("ums_person.id")))),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
