/**
 * Corrects the document that an agent wrote, as a version of its own. It belongs to the branch on which the person
 * corrected it: another branch keeps the document as it was.
 */
import "server-only";
import { hash, randomUUID } from "node:crypto";
import { type ExpressionBuilder, sql } from "kysely";
import type { Database, DatabaseTransaction } from "../client.ts";

type Place = {
  conversation_id: string;
  agent_id: string;
  /** The answer behind which the correction stands: the newest one that is shown. */
  messageId: string;
};

/**
 * Nothing happens where the path has no document of the agent's, or where its context state began anew since: then the
 * document is of an earlier piece of work.
 * @param revise makes the corrected text; unchanged where the document has no part of its own for what was corrected
 */
export async function reviseDocument(
  transaction: DatabaseTransaction,
  place: Place,
  revise: (document: string) => string,
): Promise<void> {
  const root = await findDocument(transaction, place);
  if (!root) return;
  const newest = await transaction
    .selectFrom("attachment")
    .innerJoin("message", "message.id", "attachment.message_id")
    .select(["attachment.owner_id", "attachment.name", "attachment.media_type", "attachment.data"])
    .where(({ or, eb }) =>
      or([eb("attachment.id", "=", root), eb("attachment.revises_id", "=", root)]),
    )
    .where("message.superseded_at", "is", null)
    .orderBy("attachment.created_at", "desc")
    .executeTakeFirstOrThrow();
  const data = Buffer.from(revise(Buffer.from(newest.data).toString()));
  await transaction
    .insertInto("attachment")
    .values({
      ...{ id: randomUUID(), owner_id: newest.owner_id, conversation_id: place.conversation_id },
      ...{ message_id: place.messageId, name: newest.name, media_type: newest.media_type },
      ...{ size_bytes: data.byteLength, sha256: hash("sha256", data), data, revises_id: root },
      // Not that of the transaction's begin: two corrections keep their order.
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute();
}

/** @returns the id of the newest document of the path, as it was written first */
async function findDocument(
  transaction: DatabaseTransaction,
  place: Place,
): Promise<string | undefined> {
  const found = await transaction
    .selectFrom("attachment")
    .innerJoin("run", "run.answer_message_id", "attachment.message_id")
    .innerJoin("message", "message.id", "attachment.message_id")
    .select("attachment.id")
    .where("attachment.conversation_id", "=", place.conversation_id)
    .where("attachment.revises_id", "is", null)
    .where("run.agent_id", "=", place.agent_id)
    .where("message.superseded_at", "is", null)
    .where(({ not, exists, selectFrom }) => not(exists(begunAnew(selectFrom, place))))
    .orderBy("attachment.created_at", "desc")
    .executeTakeFirst();
  return found?.id;
}

function begunAnew(
  selectFrom: ExpressionBuilder<Database, "attachment">["selectFrom"],
  { conversation_id, agent_id }: Place,
) {
  return selectFrom("context_delta as anew")
    .innerJoin("message as shown", "shown.id", "anew.message_id")
    .select("anew.id")
    .where("shown.superseded_at", "is", null)
    .where("anew.conversation_id", "=", conversation_id)
    .where("anew.agent_id", "=", agent_id)
    .where(sql<boolean>`anew.delta @> '{"begin_anew": true}'`)
    .whereRef("anew.created_at", ">", "attachment.created_at");
}
