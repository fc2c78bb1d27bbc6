/** The conversations of one person, newest first, in parts, each with what it waits for, and their folders. */
import "server-only";
import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import {
  type ConversationList,
  type ConversationNews,
  ConversationState,
  type ListedConversation,
  type ListedFolder,
} from "../../contracts/public/organise/conversation-list.ts";
import { AppError } from "../../errors/app-error.ts";
import { kysely } from "../client.ts";
import {
  CONVERSATIONS_PER_PART,
  CONVERSATIONS_PINNED_MAX,
  CONVERSATIONS_WITH_NEWS_MAX,
} from "../limits.ts";
import { columnsOf, table } from "../typed-sql.ts";

export type ListPart = {
  /** The `next` of the part before; absent: the first part. */
  after?: string | null;
  /** True: those in the archive, and no others. */
  isArchived?: boolean;
  /** Those in this folder, and no others. One of another person has none. */
  folderId?: string | null;
};

/** @throws AppError `invalid` for an `after` that no part has ended with */
export async function listConversations(
  actor: Actor,
  { after = null, isArchived = false, folderId = null }: ListPart = {},
): Promise<ConversationList> {
  assertCan(actor, "chat:use");
  const place = after === null ? null : readPlace(after);
  const isHead = place === null && !isArchived && folderId === null;
  const [folders, news, pinned, others] = await Promise.all([
    isHead ? listFolders(actor) : [],
    isHead ? listNews(actor) : [],
    isHead
      ? select(actor, isArchived)
          .where("conversation.pinned_at", "is not", null)
          .orderBy("conversation.pinned_at", "desc")
          .limit(CONVERSATIONS_PINNED_MAX)
          .execute()
      : [],
    select(actor, isArchived)
      .where("conversation.pinned_at", "is", null)
      .$if(!isArchived, (all) =>
        folderId === null
          ? all.where("conversation.folder_id", "is", null)
          : all.where("conversation.folder_id", "=", folderId),
      )
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
    folders,
    news,
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

const isRunning = sql<boolean>`EXISTS (SELECT FROM ${table("run")}
  WHERE ${run("conversation_id")} = ${conversation("id")} AND ${run("status")} = 'running')`;
const isWaiting = sql<boolean>`EXISTS (SELECT FROM ${table("approval")} JOIN ${table("message")}
  ON ${message("id")} = ${approval("answer_message_id")} AND ${message("superseded_at")} IS NULL
  WHERE ${approval("conversation_id")} = ${conversation("id")} AND ${approval("status")} = 'pending')`;
const isUnread = sql<boolean>`EXISTS (SELECT FROM ${table("run")}
  WHERE ${run("conversation_id")} = ${conversation("id")} AND ${run("ended_at")} > ${conversation("seen_at")})`;

function select({ userId }: Actor, isArchived: boolean) {
  return kysely()
    .selectFrom("conversation")
    .select(["conversation.id", "conversation.title", "conversation.updated_at"])
    .select(["conversation.pinned_at", "conversation.folder_id"])
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

function toListed({ id, title, updated_at, pinned_at, folder_id, state }: Row): ListedConversation {
  return {
    id,
    title,
    updatedAt: updated_at.toISOString(),
    state: ConversationState.parse(state),
    isPinned: pinned_at !== null,
    folderId: folder_id,
  };
}

/** Looks at the newest ones only, so that its cost does not grow with their number. */
async function listNews(actor: Actor): Promise<ConversationNews[]> {
  const rows = await select(actor, false)
    .orderBy("conversation.updated_at", "desc")
    .limit(CONVERSATIONS_WITH_NEWS_MAX)
    .execute();
  return rows
    .filter(({ state }) => state !== "idle")
    .map(({ id, title, state, updated_at }) => ({
      id,
      title,
      state: ConversationState.parse(state),
      updatedAt: updated_at.toISOString(),
    }));
}

/** By name, those without conversations, too. */
async function listFolders({ userId }: Actor): Promise<ListedFolder[]> {
  const rows = await kysely()
    .selectFrom("folder")
    .leftJoin("conversation", (join) =>
      join
        .onRef("conversation.folder_id", "=", "folder.id")
        .on("conversation.deleted_at", "is", null)
        .on("conversation.archived_at", "is", null)
        .on("conversation.pinned_at", "is", null),
    )
    .select(({ fn }) => [
      "folder.id",
      "folder.name",
      fn.count<number>("conversation.id").as("count"),
      sql<string>`CASE WHEN bool_or(${isWaiting}) THEN 'waiting' WHEN bool_or(${isRunning}) THEN 'running'
        WHEN bool_or(${isUnread}) THEN 'unread' ELSE 'idle' END`.as("state"),
    ])
    .where("folder.user_id", "=", userId)
    .groupBy(["folder.id", "folder.name"])
    .orderBy(sql`lower(folder.name)`)
    .orderBy("folder.id")
    .execute();
  return rows.map(({ id, name, count, state }) => ({
    id,
    name,
    count: Number(count),
    state: ConversationState.parse(state),
  }));
}
