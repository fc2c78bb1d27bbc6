/** Who is meant by a part of a name or an e-mail address. */
import "server-only";
import { db } from "../../client.ts";
import { AUDIT_PEOPLE_MAX } from "../../limits.ts";

/** @returns ids; the text itself counts as one, because accounts may be gone */
export async function findPeople(text: string): Promise<string[]> {
  const part = { contains: text, mode: "insensitive" } as const;
  const people = await db().user.findMany({
    where: { OR: [{ name: part }, { email: part }] },
    select: { id: true },
    take: AUDIT_PEOPLE_MAX,
  });
  return [text, ...people.map(({ id }) => id)];
}
