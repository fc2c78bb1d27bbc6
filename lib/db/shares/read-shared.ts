/**
 * What anyone with a link may read. The token is all the authority there is. A token that is unknown, one that was revoked,
 * and one whose conversation was deleted or erased have the same answer: null.
 */
import "server-only";
import {
  SharedCopy,
  type SharedMessage,
  type SharedPage,
  type ShownMessage,
} from "../../contracts/public/share/shared-copy.ts";
import { settings } from "../../env/settings.ts";
import { kysely } from "../client.ts";
import { findWrongAnswers } from "../review/read-contests.ts";
import { digestOfToken } from "./share-token.ts";

export async function readShared(token: string): Promise<SharedPage | null> {
  const row = await reachable(token)
    ?.select(["share_link.title", "share_link.shared_by"])
    .select(["share_link.copy", "share_link.frozen_at", "share_link.shows_verdict"])
    .select("share_link.conversation_id")
    .executeTakeFirst();
  if (!row) return null;
  const { messages } = SharedCopy.parse(row.copy);
  return {
    title: row.title,
    sharedBy: row.shared_by,
    frozenAt: row.frozen_at.toISOString(),
    messages: row.shows_verdict ? await withVerdicts(row.conversation_id, messages) : messages,
  };
}

/** Read when the page is: a copy names no message, and an answer is known by its time. */
async function withVerdicts(
  conversationId: string,
  messages: readonly SharedMessage[],
): Promise<ShownMessage[]> {
  const found = await findWrongAnswers({ conversationId });
  return messages.map((message) => {
    const wrong = found.find(({ answeredAt }) => answeredAt === message.at);
    return message.by === "assistant" && wrong ? { ...message, foundWrongAt: wrong.at } : message;
  });
}

export type SharedPictureFile = { mediaType: string; data: Uint8Array<ArrayBuffer> };

export async function readSharedPicture(
  token: string,
  pictureId: string,
): Promise<SharedPictureFile | null> {
  const row = await reachable(token)
    ?.innerJoin("shared_picture", "shared_picture.share_link_id", "share_link.id")
    .select(["shared_picture.media_type", "shared_picture.data"])
    .where("shared_picture.id", "=", pictureId)
    .executeTakeFirst();
  return row ? { mediaType: row.media_type, data: new Uint8Array(row.data) } : null;
}

/** @returns null where no link can be found by this text */
function reachable(token: string) {
  const digest = digestOfToken(token);
  if (digest === null || !settings().SHARE_LINKS) return null;
  return kysely()
    .selectFrom("share_link")
    .innerJoin("conversation", "conversation.id", "share_link.conversation_id")
    .innerJoin("user", "user.id", "conversation.user_id")
    .where("share_link.token_sha256", "=", digest)
    .where("conversation.deleted_at", "is", null)
    .where("user.banned", "=", false)
    .where("user.erase_at", "is", null);
}
