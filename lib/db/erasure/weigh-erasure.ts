/** How much would be erased, in numbers. Reads nothing that anybody wrote. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { ErasureSubject, ErasureWeight } from "../../contracts/inspector/erasure-request.ts";
import { kysely } from "../client.ts";
import { columnsOf, table } from "../typed-sql.ts";

/** @returns null where there is no such conversation or person @throws AppError `forbidden` */
export async function weighErasure(
  actor: Actor,
  subject: ErasureSubject,
): Promise<ErasureWeight | null> {
  assertCan(actor, "data:erase");
  const person = columnsOf("user", "person");
  const own = columnsOf("conversation", "own");
  const isMeant =
    subject.kind === "person"
      ? sql`${person("email")} = ${subject.email.toLowerCase()}`
      : sql`${own("id")} = ${subject.conversationId}::uuid`;
  const { rows } = await sql<ErasureWeight>`
    WITH meant AS (
      SELECT ${own("id")} AS id, ${person("id")} AS person_id, ${person("email")} AS email
      FROM ${table("user")} AS person LEFT JOIN ${table("conversation")} AS own ON ${own("user_id")} = ${person("id")}
      WHERE ${isMeant}
    )
    SELECT max(email) AS email, count(id)::int AS conversations,
      (SELECT count(*)::int FROM ${table("message")} WHERE conversation_id IN (SELECT id FROM meant)) AS messages,
      (SELECT count(*)::int FROM ${table("run")} WHERE conversation_id IN (SELECT id FROM meant)) AS runs,
      (SELECT count(*)::int FROM ${table("attachment")} WHERE conversation_id IN (SELECT id FROM meant)) AS files,
      (SELECT count(*)::int FROM ${table("share_link")} WHERE conversation_id IN (SELECT id FROM meant)) AS links
    FROM meant HAVING count(*) > 0`.execute(kysely());
  return rows[0] ?? null;
}
