/** Converts a row of the directory to a person. */
import "server-only";
import { sql } from "kysely";
import type { UmsPerson, UmsPersonWritten } from "../../contracts/ums/ums-person.ts";
import { constraintReason } from "../constraint-reasons.ts";
import { columnsOf } from "../typed-sql.ts";

const joinedAt = columnsOf("ums_person")("joined_at");

/** The columns of `ums_person` for a person. */
export const PERSON = [
  ...(["id", "name", "email", "department", "city"] as const),
  sql<string>`to_char(${joinedAt}, 'YYYY-MM-DD')`.as("joined"),
] as const;

/**
 * An e-mail address belongs to one person, whatever its case.
 * @param write stores a person and returns it
 * @throws errors of `write`, except for an address that is already used
 */
export async function unlessEmailTaken(
  write: () => Promise<UmsPerson | undefined>,
): Promise<UmsPersonWritten> {
  try {
    const person = await write();
    return person ? { ok: true, person } : { ok: false, reason: "not-found" };
  } catch (error) {
    return { ok: false, reason: constraintReason(error, ["email-taken"]) };
  }
}
