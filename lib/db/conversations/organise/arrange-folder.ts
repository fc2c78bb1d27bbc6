/** Makes, renames and deletes a person's folders. Conversations of a deleted folder stay, in no folder. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { FOLDERS_MAX_COUNT } from "../../../contracts/limits.ts";
import type { ArrangeFolder } from "../../../contracts/public/organise/organise.ts";
import { AppError } from "../../../errors/app-error.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { constraintReason } from "../../constraint-reasons.ts";
import { storableText } from "../../storable-json.ts";

/** @throws AppError `not-found` if it is not this actor's, `folder-exists`, `too-many-folders` */
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
