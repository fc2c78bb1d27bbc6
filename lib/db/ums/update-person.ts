import "server-only";
/** Changes what is given of a person; the rest stays. */
import type { UmsPersonChange, UmsPersonWritten } from "../../contracts/ums-person.ts";
import { db } from "../client.ts";
import { emailTakenOrThrow } from "./email-taken.ts";
import { PERSON, toDay, toPerson } from "./person-row.ts";

export async function updatePerson(id: string, change: UmsPersonChange): Promise<UmsPersonWritten> {
  const { name, email, department, city, joined } = change;
  const data = {
    name,
    email: email?.toLowerCase(),
    department,
    city,
    joinedAt: joined === undefined ? undefined : toDay(joined),
  };
  try {
    const [row] = await db().umsPerson.updateManyAndReturn({ where: { id }, data, select: PERSON });
    return row ? { ok: true, person: toPerson(row) } : { ok: false, reason: "not-found" };
  } catch (error) {
    return emailTakenOrThrow(error);
  }
}
