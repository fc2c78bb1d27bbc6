/** Erases uploads that were never sent: the draft that had them is gone. One transaction with its audit row. */
import "server-only";
import { sql } from "kysely";
import { recordAudit } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";
import { RETENTION_BATCH_ROWS, UNSENT_UPLOAD_DAYS } from "../limits.ts";

/** @returns how many are gone */
export async function eraseAbandonedUploads(): Promise<number> {
  let gone = 0;
  for (let hasMore = true; hasMore; ) {
    const erased = await eraseBatch();
    gone += erased;
    hasMore = erased === RETENTION_BATCH_ROWS;
  }
  return gone;
}

function eraseBatch(): Promise<number> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const unsent = await transaction
        .deleteFrom("attachment")
        .where("id", "in", ({ selectFrom }) =>
          selectFrom("attachment")
            .select("id")
            .where("message_id", "is", null)
            .where("conversation_id", "is", null)
            .where(
              "created_at",
              "<",
              sql<Date>`now() - ${UNSENT_UPLOAD_DAYS}::int * interval '1 day'`,
            )
            .limit(RETENTION_BATCH_ROWS),
        )
        .executeTakeFirst();
      const count = Number(unsent.numDeletedRows);
      if (count > 0)
        await recordAudit(transaction, {
          ...{ actorId: null, action: "retention.applied", target: "retention:attachments" },
          outcome: "allowed",
          detail: { class: "attachments", days: UNSENT_UPLOAD_DAYS, rows: { attachment: count } },
        });
      return count;
    });
}
