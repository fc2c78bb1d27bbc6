import "server-only";
/** Keeps the passages of an attachment, once. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { NewPassage } from "../../contracts/passage.ts";
import { AppError } from "../../errors/app-error.ts";
import { runStatement, type Statement } from "../run-statement.ts";
import { storableJson } from "../storable-json.ts";

// A document without text gets one empty passage, so that it counts as indexed.
const NOTHING: NewPassage = { text: "", embedding: null };

// The first to index a document wins; a second at the same time finds its passages there.
const INDEX: Statement = {
  name: "index-attachment",
  text: `
WITH mine AS (
  SELECT id FROM attachment WHERE id = $1::uuid AND owner_id = $2
), kept AS (
  INSERT INTO passage (attachment_id, ordinal, text, embedding)
  SELECT mine.id, p.ordinal, p.text, coalesce(p.embedding, '{}')
  FROM mine, json_to_recordset($3::json) AS p(ordinal int, text text, embedding float8[])
  WHERE NOT EXISTS (SELECT 1 FROM passage there WHERE there.attachment_id = mine.id)
  ON CONFLICT DO NOTHING
)
SELECT id FROM mine`,
};

/** @throws AppError `not-found` where the attachment is not the actor's */
export async function indexAttachment(
  actor: Actor,
  attachmentId: string,
  passages: readonly NewPassage[],
): Promise<void> {
  assertCan(actor, "chat:use");
  const rows = (passages.length > 0 ? passages : [NOTHING]).map((passage, ordinal) => ({
    ordinal,
    text: passage.text,
    embedding: passage.embedding,
  }));
  const values = [attachmentId, actor.userId, storableJson(rows)];
  const [mine] = await runStatement<{ id: string }>(INDEX, values);
  if (!mine) throw new AppError("not-found");
}
