/** Changes what a person organises about their own conversations: titles, pins, the archive, deletion. */
import "server-only";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { UNDO_MS } from "../../../contracts/limits.ts";
import {
  type Change,
  type OrganiseConversations,
  TitleBy,
} from "../../../contracts/public/organise/organise.ts";
import { AppError } from "../../../errors/app-error.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { storableText } from "../../storable-json.ts";
import { fromNow } from "../../typed-sql.ts";

const now = sql<Date>`now()`;

/** The columns of a change. None of them moves a conversation in the list. */
function columnsOf(change: Change) {
  switch (change.to) {
    case "renamed":
      return { title: storableText(change.title), title_by: TitleBy.enum.person };
    case "pinned":
      return { pinned_at: now };
    case "unpinned":
      return { pinned_at: null };
    case "moved":
      return { folder_id: change.folderId };
    case "archived":
      return { archived_at: now, pinned_at: null };
    case "unarchived":
      return { archived_at: null };
    case "deleted":
      return { deleted_at: now };
    case "undeleted":
      return { deleted_at: null };
    case "seen":
      return { seen_at: now };
    default:
      return change satisfies never;
  }
}

/**
 * All of them or none. An answer that is being written in a deleted one is stopped.
 * @throws AppError `not-found` if one of them, or the folder, is not this actor's, or is gone meanwhile
 */
export async function organiseConversations(
  actor: Actor,
  { conversationIds, change }: OrganiseConversations,
): Promise<void> {
  assertCan(actor, "chat:use");
  const ids = [...new Set(conversationIds)];
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      if (change.to === "moved") await holdFolder(transaction, actor, change.folderId);
      const changed = await transaction
        .updateTable("conversation")
        .set(columnsOf(change))
        .where("id", "in", ids)
        .where("user_id", "=", actor.userId)
        .where("expires_at", "is", null)
        .$if(change.to !== "undeleted", (own) => own.where("deleted_at", "is", null))
        .$if(change.to === "undeleted", (own) => own.where("deleted_at", ">", fromNow(-UNDO_MS)))
        .returning("id")
        .execute();
      if (changed.length !== ids.length) throw new AppError("not-found");
      if (change.to !== "deleted") return;
      await transaction
        .updateTable("run")
        .set({ stop_requested_at: now })
        .where("conversation_id", "in", ids)
        .where("status", "=", "running")
        .where(sql<SqlBool>`stop_requested_at IS NULL`)
        .execute();
    });
}

/** Keeps the folder from being deleted until the conversations are in it. */
async function holdFolder(
  transaction: DatabaseTransaction,
  { userId }: Actor,
  folderId: string | null,
): Promise<void> {
  if (folderId === null) return;
  const own = await transaction
    .selectFrom("folder")
    .select("id")
    .where("id", "=", folderId)
    .where("user_id", "=", userId)
    .forKeyShare()
    .executeTakeFirst();
  if (!own) throw new AppError("not-found");
}
