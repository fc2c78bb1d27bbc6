/** The links that a person has made, and what a copy that is made now would hold. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { ShareLink, ShareState } from "../../contracts/public/share/share-link.ts";
import { kysely } from "../client.ts";
import { getConversation } from "../conversations/get-conversation.ts";
import { freezeConversation } from "./freeze-conversation.ts";
import { digestOfToken, sharePath, shareTokenOf } from "./share-token.ts";

/** Newest first, without those of conversations that were deleted. */
export async function listOwnLinks(actor: Actor): Promise<ShareLink[]> {
  assertCan(actor, "chat:use");
  return (await ownLinks(actor).orderBy("share_link.frozen_at", "desc").execute()).map(toShareLink);
}

/** @throws AppError `not-found` where the conversation is not the actor's, or is temporary */
export async function readShareState(actor: Actor, conversationId: string): Promise<ShareState> {
  assertCan(actor, "chat:use");
  const detail = await getConversation(actor, conversationId, { isLasting: true });
  const link = await ownLinks(actor)
    .where("share_link.conversation_id", "=", conversationId)
    .executeTakeFirst();
  const { messages, pictures, isWriting } = freezeConversation(detail.messages);
  return {
    link: link ? toShareLink(link) : null,
    messages: messages.length,
    pictures: pictures.length,
    files: messages.reduce((sum, { files }) => sum + files.length, 0),
    isWriting,
    hasContest: detail.messages.some(({ contest }) => contest !== undefined),
  };
}

function ownLinks({ userId }: Actor) {
  return kysely()
    .selectFrom("share_link")
    .innerJoin("conversation", "conversation.id", "share_link.conversation_id")
    .select(["share_link.id", "share_link.conversation_id", "share_link.token_sha256"])
    .select(["share_link.title", "share_link.shared_by", "share_link.frozen_at"])
    .select("share_link.shows_verdict")
    .where("conversation.user_id", "=", userId)
    .where("conversation.deleted_at", "is", null);
}

type LinkRow = {
  id: string;
  conversation_id: string;
  token_sha256: string;
  title: string;
  shared_by: string | null;
  frozen_at: Date;
  shows_verdict: boolean;
};

export function toShareLink(row: LinkRow): ShareLink {
  const token = shareTokenOf(row.id);
  return {
    id: row.id,
    conversationId: row.conversation_id,
    title: row.title,
    path: digestOfToken(token) === row.token_sha256 ? sharePath(token) : null,
    isNamed: row.shared_by !== null,
    showsVerdict: row.shows_verdict,
    frozenAt: row.frozen_at.toISOString(),
  };
}
