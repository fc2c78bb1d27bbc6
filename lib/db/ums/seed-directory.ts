import "server-only";
/** Fills an empty directory with the seed people. Safe to call again, and from several processes at once. */
import { runStatement, type Statement } from "../run-statement.ts";
import { seedPeople } from "./seed-people.ts";

const IS_EMPTY: Statement = {
  name: "is-ums-directory-empty",
  text: "SELECT NOT EXISTS (SELECT 1 FROM ums_person) AS empty",
};

const SEED: Statement = {
  name: "seed-ums-directory",
  text: `
INSERT INTO ums_person (id, name, email, department, city, joined_at, updated_at)
SELECT p.id, p.name, p.email, p.department, p.city, p.joined, now()
FROM json_to_recordset($1::json) AS p(id uuid, name text, email text, department text, city text, joined date)
WHERE NOT EXISTS (SELECT 1 FROM ums_person)
ON CONFLICT DO NOTHING`,
};

export async function seedDirectory(): Promise<void> {
  const [state] = await runStatement<{ empty: boolean }>(IS_EMPTY, []);
  if (state?.empty) await runStatement(SEED, [JSON.stringify(seedPeople())]);
}
