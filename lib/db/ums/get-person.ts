import "server-only";
/** One person of the directory. */
import type { UmsPerson } from "../../contracts/ums-person.ts";
import { db } from "../client.ts";
import { PERSON, toPerson } from "./person-row.ts";

/** @returns null where there is no such person */
export async function getPerson(id: string): Promise<UmsPerson | null> {
  const row = await db().umsPerson.findUnique({ where: { id }, select: PERSON });
  return row && toPerson(row);
}
