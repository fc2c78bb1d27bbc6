import "server-only";
/** From a row of the directory to a person. */
import type { UmsPerson } from "../../contracts/ums-person.ts";
import type { Prisma } from "../generated/client.ts";

export const PERSON = {
  id: true,
  name: true,
  email: true,
  department: true,
  city: true,
  joinedAt: true,
} satisfies Prisma.UmsPersonSelect;

type PersonRow = Omit<UmsPerson, "joined"> & { joinedAt: Date };

export function toPerson(row: PersonRow): UmsPerson {
  const { id, name, email, department, city, joinedAt } = row;
  return { id, name, email, department, city, joined: joinedAt.toISOString().slice(0, 10) };
}

/** A day `YYYY-MM-DD` as PostgreSQL's `date` takes it through Prisma. */
export function toDay(joined: string): Date {
  return new Date(`${joined}T00:00:00Z`);
}
