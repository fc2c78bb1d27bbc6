import "server-only";
/** Adds a person to the directory. An e-mail address belongs to one person, whatever its case. */
import { randomUUID } from "node:crypto";
import type { NewUmsPerson, UmsPersonWritten } from "../../contracts/ums-person.ts";
import { db } from "../client.ts";
import { emailTakenOrThrow } from "./email-taken.ts";
import { PERSON, toDay, toPerson } from "./person-row.ts";

export async function createPerson(person: NewUmsPerson): Promise<UmsPersonWritten> {
  const { name, email, department, city } = person;
  const joinedAt = toDay(person.joined ?? new Date().toISOString().slice(0, 10));
  const data = { id: randomUUID(), name, email: email.toLowerCase(), department, city, joinedAt };
  try {
    const row = await db().umsPerson.create({ data, select: PERSON });
    return { ok: true, person: toPerson(row) };
  } catch (error) {
    return emailTakenOrThrow(error);
  }
}
