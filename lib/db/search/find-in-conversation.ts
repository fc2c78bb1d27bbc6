/** Finds where the shown messages of one conversation contain a text, also inside of words. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { findLiteral } from "../../contracts/public/search/find-ranges.ts";
import { foldText } from "../../contracts/public/search/fold-text.ts";
import { sourceOf } from "../../contracts/public/search/search-query.ts";
import type { FoundPlaces } from "../../contracts/public/search/search-results.ts";
import { AppError } from "../../errors/app-error.ts";
import { shareWork } from "../../gate/shared-work.ts";
import { kysely } from "../client.ts";
import { columnsOf } from "../typed-sql.ts";
import { matchesPatterns } from "./search-messages.ts";

const message = columnsOf("message");

/**
 * @param signal ends the wait for a place
 * @throws AppError `not-found` if there is no such conversation or it is another person's; `too-much-at-once`
 */
export async function findInConversation(
  actor: Actor,
  conversationId: string,
  wanted: string,
  signal?: AbortSignal,
): Promise<FoundPlaces> {
  assertCan(actor, "chat:use");
  return shareWork("search", { person: actor.userId, signal }, () =>
    findPlaces(actor, conversationId, wanted),
  );
}

async function findPlaces(
  actor: Actor,
  conversationId: string,
  wanted: string,
): Promise<FoundPlaces> {
  const mine = await kysely()
    .selectFrom("conversation")
    .select("id")
    .where("id", "=", conversationId)
    .where("user_id", "=", actor.userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!mine) throw new AppError("not-found");
  const folded = foldText(wanted).trim();
  if (folded === "") return { places: [] };
  const rows = await kysely()
    .selectFrom("message")
    .select(["message.id", "message.content"])
    .where("message.conversation_id", "=", conversationId)
    .where("message.superseded_at", "is", null)
    .where(matchesPatterns(message("content"), [sourceOf(folded)]))
    .orderBy("message.ordinal")
    .execute();
  const places = rows.map(({ id, content }) => ({
    messageId: id,
    count: findLiteral(content, wanted).length,
  }));
  return { places: places.filter(({ count }) => count > 0) };
}
