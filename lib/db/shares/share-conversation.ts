/** Makes a link to a frozen copy, or puts a new copy behind it, and revokes it. Each with its row in the trail. */
import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type {
  RevokeShare,
  ShareConversation,
  ShareLink,
} from "../../contracts/public/share/share-link.ts";
import { SharedCopy } from "../../contracts/public/share/shared-copy.ts";
import { settings } from "../../env/settings.ts";
import { AppError } from "../../errors/app-error.ts";
import { commitToCopy } from "../audit/covered/commit-to-copy.ts";
import { nextNumber } from "../audit/covered/numbered-rows.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { getConversation } from "../conversations/get-conversation.ts";
import { withAudit } from "../inspector/with-audit.ts";
import { storableJson } from "../storable-json.ts";
import { columnsOf, insertFrom, table, uuid } from "../typed-sql.ts";
import { type Frozen, freezeConversation } from "./freeze-conversation.ts";
import { toShareLink } from "./own-links.ts";
import { digestOfToken, shareTokenOf } from "./share-token.ts";

/**
 * @throws AppError `not-found` where the conversation is not the actor's, is temporary, or the operator turned links off;
 *   `run-active` where there is no whole turn yet; `audit-unavailable`
 */
export async function shareConversation(
  actor: Actor,
  { conversationId, isNamed, showsVerdict = false }: ShareConversation,
): Promise<ShareLink> {
  assertCan(actor, "chat:use");
  if (!settings().SHARE_LINKS) throw new AppError("not-found");
  const detail = await getConversation(actor, conversationId, { isLasting: true });
  const frozen = freezeConversation(detail.messages);
  if (frozen.messages.length === 0) throw new AppError("run-active");
  const copy = SharedCopy.parse({ version: 1, messages: frozen.messages });
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const owner = await lockOwn(transaction, actor, conversationId);
      const before = await transaction
        .selectFrom("share_link")
        .select(["id", "token_sha256"])
        .where("conversation_id", "=", conversationId)
        .executeTakeFirst();
      const id = before && isKnown(before) ? before.id : randomUUID();
      const token = digestOfToken(shareTokenOf(id)) ?? "";
      await transaction
        .deleteFrom("share_link")
        .where("conversation_id", "=", conversationId)
        .execute();
      const row = await transaction
        .insertInto("share_link")
        .values({
          id,
          conversation_id: conversationId,
          token_sha256: token,
          title: detail.conversation.title,
          shared_by: isNamed ? owner.name : null,
          copy: sql<unknown>`${storableJson(copy)}::jsonb`,
          salt: randomUUID(),
          shows_verdict: showsVerdict,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await copyPictures(transaction, id, frozen.pictures);
      const committed = await commitToCopy(transaction, row);
      const shown = { shareLinkId: id, messages: copy.messages.length, named: isNamed };
      const target = `conversation:${conversationId}`;
      await withAudit(async () =>
        recordAudit(transaction, {
          actorId: actor.userId,
          action: before ? "share.updated" : "share.created",
          target,
          outcome: "allowed",
          subjectId: actor.userId,
          detail: {
            ...shown,
            ...(committed !== null && { copy: committed }),
            tokenSha256: token,
            ...(showsVerdict && { showsVerdict }),
            nth: await nextNumber(transaction, target, SHARING),
          },
        }),
      );
      return toShareLink(row);
    });
}

/** The rows about the link of a conversation. */
const SHARING = ["share.created", "share.updated", "share.revoked"] as const;

/** @throws AppError `not-found` where there is no such link of the actor's; `audit-unavailable` */
export async function revokeShare(actor: Actor, { shareLinkId }: RevokeShare): Promise<void> {
  assertCan(actor, "chat:use");
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      const revoked = await transaction
        .deleteFrom("share_link")
        .using("conversation")
        .where("share_link.id", "=", shareLinkId)
        .whereRef("conversation.id", "=", "share_link.conversation_id")
        .where("conversation.user_id", "=", actor.userId)
        .returning("share_link.conversation_id")
        .executeTakeFirst();
      if (!revoked) throw new AppError("not-found");
      const target = `conversation:${revoked.conversation_id}`;
      await withAudit(async () =>
        recordAudit(transaction, {
          actorId: actor.userId,
          action: "share.revoked",
          outcome: "allowed",
          target,
          subjectId: actor.userId,
          detail: { shareLinkId, nth: await nextNumber(transaction, target, SHARING) },
        }),
      );
    });
}

/** A link that nobody can say again, because the deployment's secret has changed, is replaced by a new one. */
function isKnown({ id, token_sha256 }: { id: string; token_sha256: string }): boolean {
  return digestOfToken(shareTokenOf(id)) === token_sha256;
}

/** A deletion or an erasure that is under way is waited for, and then there is nothing to share. */
async function lockOwn(
  transaction: DatabaseTransaction,
  { userId }: Actor,
  conversationId: string,
): Promise<{ name: string }> {
  const own = await transaction
    .selectFrom("conversation")
    .innerJoin("user", "user.id", "conversation.user_id")
    .select("user.name")
    .where("conversation.id", "=", conversationId)
    .where("conversation.user_id", "=", userId)
    .where("conversation.deleted_at", "is", null)
    .where("conversation.expires_at", "is", null)
    .forUpdate("conversation")
    .executeTakeFirst();
  if (!own) throw new AppError("not-found");
  return own;
}

async function copyPictures(
  transaction: DatabaseTransaction,
  shareLinkId: string,
  pictures: Frozen["pictures"],
): Promise<void> {
  const file = columnsOf("attachment");
  for (const { id, attachmentId } of pictures) {
    const source = sql`${table("attachment")} WHERE ${file("id")} = ${uuid(attachmentId)}`;
    await insertFrom(transaction, "shared_picture", source, {
      id: uuid(id),
      share_link_id: uuid(shareLinkId),
      media_type: file("media_type"),
      data: file("data"),
    }).execute();
  }
}
