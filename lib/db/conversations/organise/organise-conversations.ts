/** Changes what a person organises about their own conversations: titles, pins, the archive, deletion. */
import "server-only";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { FOLDERS_MAX_COUNT, UNDO_MS } from "../../../contracts/limits.ts";
import {
  type ArrangeFolder,
  type Change,
  type OrganiseConversations,
  TitleBy,
} from "../../../contracts/public/organise/organise.ts";
import { AppError } from "../../../errors/app-error.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { constraintReason } from "../../constraint-reasons.ts";
import { storableText } from "../../storable-json.ts";
import { fromNow } from "../../typed-sql.ts";
import { recordDeletions } from "./own-deletions.ts";

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
 * @throws AppError `not-found` if one of them, or the folder, is not this actor's, or is gone meanwhile; `audit-unavailable` where
 *   a deletion cannot be recorded
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
        .returning(["id", "user_id", "deleted_at"])
        .execute();
      if (changed.length !== ids.length) throw new AppError("not-found");
      if (change.to === "deleted" || change.to === "undeleted")
        await recordDeletions(transaction, actor.userId, changed);
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

/**
 * Makes, renames and deletes a person's folders. Conversations of a deleted folder stay, in no folder.
 * @throws AppError `not-found` if it is not this actor's, `folder-exists`, `too-many-folders`
 */
export async function arrangeFolder(actor: Actor, change: ArrangeFolder): Promise<void> {
  assertCan(actor, "chat:use");
  try {
    await kysely()
      .transaction()
      .execute((transaction) => arrange(transaction, actor, change));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(constraintReason(error, ["folder-exists"]), { cause: error });
  }
}

async function arrange(
  transaction: DatabaseTransaction,
  { userId }: Actor,
  change: ArrangeFolder,
): Promise<void> {
  const { folderId } = change;
  switch (change.to) {
    case "created": {
      await refuseTooMany(transaction, userId);
      const name = storableText(change.name);
      const values = { id: folderId, user_id: userId, name };
      const made = await transaction
        .insertInto("folder")
        .values(values)
        .onConflict((conflict) => conflict.column("id").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (made) return;
      // Sent twice by the same person, or the id of somebody else's.
      return mustBeOwn(transaction, userId, folderId);
    }
    case "renamed": {
      const renamed = await transaction
        .updateTable("folder")
        .set({ name: storableText(change.name) })
        .where("id", "=", folderId)
        .where("user_id", "=", userId)
        .returning("id")
        .executeTakeFirst();
      if (!renamed) throw new AppError("not-found");
      return;
    }
    case "deleted": {
      const deleted = await transaction
        .deleteFrom("folder")
        .where("id", "=", folderId)
        .where("user_id", "=", userId)
        .returning("id")
        .executeTakeFirst();
      if (!deleted) throw new AppError("not-found");
      return;
    }
    default:
      return change satisfies never;
  }
}

/** Counted under a lock of the person's row, so that two tabs cannot exceed it together. */
async function refuseTooMany(transaction: DatabaseTransaction, userId: string): Promise<void> {
  await transaction
    .selectFrom("user")
    .select("id")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  const { count } = await transaction
    .selectFrom("folder")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= FOLDERS_MAX_COUNT) throw new AppError("too-many-folders");
}

async function mustBeOwn(
  transaction: DatabaseTransaction,
  userId: string,
  folderId: string,
): Promise<void> {
  const own = await transaction
    .selectFrom("folder")
    .select("id")
    .where("id", "=", folderId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!own) throw new AppError("not-found");
}
