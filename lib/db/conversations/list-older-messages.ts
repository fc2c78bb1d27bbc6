/** Messages of a conversation that are older than what the browser has: a page of them, or all up to one of them. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { MESSAGE_PAGE_COUNT, MESSAGE_REACH_MAX } from "../../contracts/limits.ts";
import type { MessagePage } from "../../contracts/public/conversation.ts";
import { AppError } from "../../errors/app-error.ts";
import { db } from "../client.ts";
import { MESSAGE, toPublicMessages } from "./get-conversation.ts";

export type OlderMessages = {
  /** The first message that the browser has. */
  before: string;
  /** A message to reach, with half a page before it. Where it is too far for one answer, the caller asks again. */
  through: string | null;
};

/**
 * The path that is shown is the order. Both ids name messages on it.
 * @throws AppError `not-found` if there is no such conversation or message, it is another person's, or it is not shown
 */
export async function listOlderMessages(
  actor: Actor,
  conversationId: string,
  { before, through }: OlderMessages,
): Promise<MessagePage> {
  assertCan(actor, "chat:use");
  const ids = [...new Set([before, through ?? before])];
  const shown = {
    conversationId,
    supersededAt: null,
    conversation: { userId: actor.userId, deletedAt: null },
  };
  const places = await db().message.findMany({
    where: { ...shown, id: { in: ids } },
    select: { id: true, ordinal: true },
  });
  const end = places.find(({ id }) => id === before);
  if (!end || places.length < ids.length) throw new AppError("not-found");
  const count = through === null ? MESSAGE_PAGE_COUNT : MESSAGE_REACH_MAX;
  const rows = await db().message.findMany({
    where: { ...shown, ordinal: { lt: end.ordinal } },
    orderBy: { ordinal: "desc" },
    take: count + 1,
    select: MESSAGE,
  });
  const reached = rows.findIndex(({ id }) => id === through);
  const wanted = reached < 0 ? count : Math.min(count, reached + 1 + MESSAGE_PAGE_COUNT / 2);
  const page = rows.slice(0, wanted).reverse();
  return {
    messages: await toPublicMessages(actor, conversationId, page, false),
    hasOlder: rows.length > page.length,
  };
}
