import "server-only";
/** Takes a person out of the directory. */
import type { UmsPerson } from "../../contracts/ums-person.ts";
import { runStatement, type Statement } from "../run-statement.ts";

const DELETE: Statement = {
  name: "delete-ums-person",
  text: `DELETE FROM ums_person WHERE id = $1
RETURNING id, name, email, department, city, to_char(joined_at, 'YYYY-MM-DD') AS joined`,
};

/** @returns who it was; null where there was no such person (any more) */
export async function deletePerson(id: string): Promise<UmsPerson | null> {
  const [person] = await runStatement<UmsPerson>(DELETE, [id]);
  return person ?? null;
}
