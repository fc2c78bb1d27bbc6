import "server-only";
/** A page of the directory. */
import type { UmsPeoplePage, UmsPeopleQuery, UmsPersonSort } from "../../contracts/ums-person.ts";
import { db } from "../client.ts";
import type { Prisma } from "../generated/client.ts";
import { PERSON, toPerson } from "./person-row.ts";

/** Every order ends in the order of entry, so that pages never overlap. */
const ORDER: Record<UmsPersonSort, Prisma.UmsPersonOrderByWithRelationInput[]> = {
  added: [{ ordinal: "asc" }],
  name: [{ name: "asc" }, { ordinal: "asc" }],
  joined: [{ joinedAt: "asc" }, { ordinal: "asc" }],
  department: [{ department: "asc" }, { ordinal: "asc" }],
  city: [{ city: "asc" }, { ordinal: "asc" }],
};

export async function listPeople(query: UmsPeopleQuery): Promise<UmsPeoplePage> {
  const { limit, offset, department, city, sort } = query;
  const where: Prisma.UmsPersonWhereInput = {
    ...(department ? { department: { equals: department, mode: "insensitive" } } : {}),
    ...(city ? { city: { equals: city, mode: "insensitive" } } : {}),
  };
  const page = { where, orderBy: ORDER[sort], skip: offset, take: limit, select: PERSON };
  const [total, rows] = await db().$transaction([
    db().umsPerson.count({ where }),
    db().umsPerson.findMany(page),
  ]);
  return { total, people: rows.map(toPerson) };
}
