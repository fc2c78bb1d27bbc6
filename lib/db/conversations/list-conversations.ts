import "server-only";
/** The conversations of one person, newest first, in parts, each with what it waits for. */
import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import {
  type ConversationList,
  ConversationState,
  type ListedConversation,
} from "../../contracts/public/organise/conversation-list.ts";
import { AppError } from "../../errors/app-error.ts";
import { kysely } from "../client.ts";
import { CONVERSATIONS_PER_PART, CONVERSATIONS_PINNED_MAX } from "../limits.ts";
import { columnsOf, table } from "../typed-sql.ts";

export type ListPart = {
  /** The `next` of the part before; absent: the first part. */
  after?: string | null;
  /** True: those in the archive, and no others. */
  isArchived?: boolean;
};

/** @throws AppError `invalid` for an `after` that no part has ended with */
export async function listConversations(
  actor: Actor,
  { after = null, isArchived = false }: ListPart = {},
): Promise<ConversationList> {
  assertCan(actor, "chat:use");
  const place = after === null ? null : readPlace(after);
  const [pinned, others] = await Promise.all([
    place === null && !isArchived
      ? select(actor, isArchived)
          .where("conversation.pinned_at", "is not", null)
          .orderBy("conversation.pinned_at", "desc")
          .limit(CONVERSATIONS_PINNED_MAX)
          .execute()
      : [],
    select(actor, isArchived)
      .where("conversation.pinned_at", "is", null)
      .$if(place !== null, (all) =>
        all.where(({ refTuple, tuple, eb }) =>
          eb(
            refTuple("conversation.updated_at", "conversation.id"),
            "<",
            tuple(
              sql<Date>`${place?.at ?? null}::timestamptz`,
              sql<string>`${place?.id ?? null}::uuid`,
            ),
          ),
        ),
      )
      .orderBy("conversation.updated_at", "desc")
      .orderBy("conversation.id", "desc")
      .limit(CONVERSATIONS_PER_PART + 1)
      .execute(),
  ]);
  const part = others.slice(0, CONVERSATIONS_PER_PART);
  const last = part.at(-1);
  return {
    conversations: [...pinned, ...part].map(toListed),
    next:
      others.length > part.length && last ? `${last.updated_at.toISOString()} ${last.id}` : null,
  };
}

const Place = z.tuple([z.iso.datetime(), z.guid()]);

function readPlace(after: string): { at: string; id: string } {
  const parsed = Place.safeParse(after.split(" "));
  if (!parsed.success) throw new AppError("invalid");
  const [at, id] = parsed.data;
  return { at, id };
}

const run = columnsOf("run");
const approval = columnsOf("approval");
const message = columnsOf("message");
const conversation = columnsOf("conversation");

function select({ userId }: Actor, isArchived: boolean) {
  const isRunning = sql<boolean>`EXISTS (SELECT FROM ${table("run")}
    WHERE ${run("conversation_id")} = ${conversation("id")} AND ${run("status")} = 'running')`;
  const isWaiting = sql<boolean>`EXISTS (SELECT FROM ${table("approval")} JOIN ${table("message")}
    ON ${message("id")} = ${approval("answer_message_id")} AND ${message("superseded_at")} IS NULL
    WHERE ${approval("conversation_id")} = ${conversation("id")} AND ${approval("status")} = 'pending')`;
  const isUnread = sql<boolean>`EXISTS (SELECT FROM ${table("run")}
    WHERE ${run("conversation_id")} = ${conversation("id")} AND ${run("ended_at")} > ${conversation("seen_at")})`;
  return kysely()
    .selectFrom("conversation")
    .select(["conversation.id", "conversation.title", "conversation.updated_at"])
    .select("conversation.pinned_at")
    .select(
      sql<string>`CASE WHEN ${isRunning} THEN 'running' WHEN ${isWaiting} THEN 'waiting'
        WHEN ${isUnread} THEN 'unread' ELSE 'idle' END`.as("state"),
    )
    .where("conversation.user_id", "=", userId)
    .where("conversation.deleted_at", "is", null)
    .where("conversation.expires_at", "is", null)
    .where("conversation.archived_at", isArchived ? "is not" : "is", null);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>["execute"]>>[number];

function toListed({ id, title, updated_at, pinned_at, state }: Row): ListedConversation {
  return {
    id,
    title,
    updatedAt: updated_at.toISOString(),
    state: ConversationState.parse(state),
    isPinned: pinned_at !== null,
  };
}
