/**
 * Finds a person's own conversations by their titles, and their visible messages by what they say. It reads the
 * projection that the person sees and no log, state or prompt, so it can find nothing that is hidden.
 */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { cutExcerpt } from "../../contracts/public/search/cut-excerpt.ts";
import { findRanges } from "../../contracts/public/search/find-ranges.ts";
import { parseSearchQuery, type SearchTerm } from "../../contracts/public/search/search-query.ts";
import type {
  FoundConversation,
  FoundMessage,
  SearchResults,
} from "../../contracts/public/search/search-results.ts";
import { shareWork } from "../../gate/shared-work.ts";
import { kysely } from "../client.ts";
import { SEARCH_CONVERSATIONS_MAX, SEARCH_MESSAGES_MAX, SEARCH_NEWEST_COUNT } from "../limits.ts";
import { findWrongAnswers } from "../review/read-contests.ts";
import { storableText } from "../storable-json.ts";
import { columnsOf } from "../typed-sql.ts";

const fold = (column: RawBuilder<string>) => sql`search_fold(${column})`;

/**
 * @param signal ends the wait for a place
 * @returns nothing for a query without a word or a sign
 * @throws AppError `too-much-at-once`
 */
export async function searchMessages(
  actor: Actor,
  query: string,
  signal?: AbortSignal,
): Promise<SearchResults> {
  assertCan(actor, "chat:use");
  const terms = parseSearchQuery(query);
  if (terms.length === 0) return { conversations: [], messages: [], hasMore: false };
  const [titles, rows] = await shareWork("search", { person: actor.userId, signal }, () =>
    Promise.all([findTitles(actor, terms), findRows(actor, terms)]),
  );
  const found = rows.slice(0, SEARCH_MESSAGES_MAX);
  const wrong = await wrongAmong(found);
  return {
    conversations: titles.map((row) => toConversation(row, query)),
    messages: found.map((row) => ({ ...toMessage(row, query), ...wrong(row) })),
    hasMore: rows.length > SEARCH_MESSAGES_MAX,
  };
}

const conversation = columnsOf("conversation");
const message = columnsOf("message");

/** What the person deleted is gone for them, although it is erased a little later. A temporary chat is never found. */
function own({ userId }: Actor) {
  return kysely()
    .selectFrom("conversation")
    .where("conversation.user_id", "=", userId)
    .where("conversation.deleted_at", "is", null)
    .where("conversation.expires_at", "is", null);
}

function findTitles(actor: Actor, terms: readonly SearchTerm[]) {
  const patterns = terms.map(({ pattern }) => pattern);
  return own(actor)
    .select(["conversation.id", "conversation.title", "conversation.archived_at"])
    .where(matchesPatterns(conversation("title"), patterns))
    .orderBy("conversation.updated_at", "desc")
    .orderBy("conversation.id")
    .limit(SEARCH_CONVERSATIONS_MAX)
    .execute();
}

/**
 * Common words are among the newest messages, and the index would find too many of them. Rare words are not, and the
 * index finds these at once. So the newest are looked through first, and the index is asked if they are not enough.
 */
async function findRows(actor: Actor, terms: readonly SearchTerm[]): Promise<Row[]> {
  const newest = await amongNewest(actor, terms);
  return newest.length > SEARCH_MESSAGES_MAX ? newest : byIndex(actor, terms);
}

/** What is written by answers that continue one is part of theirs. */
function ownMessages(actor: Actor) {
  return own(actor)
    .innerJoin("message", "message.conversation_id", "conversation.id")
    .where("message.continued_at", "is", null)
    .select(["message.id", "message.conversation_id", "message.role", "message.content"])
    .select(["message.created_at", "message.superseded_at", "message.ordinal"])
    .select(["conversation.title", "conversation.archived_at", "conversation.updated_at"])
    .orderBy("conversation.updated_at", "desc")
    .orderBy("message.conversation_id")
    .orderBy("message.ordinal", "desc");
}

function amongNewest(actor: Actor, terms: readonly SearchTerm[]) {
  const newest = ownMessages(actor).limit(SEARCH_NEWEST_COUNT);
  return firstThatMatch(
    newest,
    terms.map(({ pattern }) => pattern),
  );
}

/**
 * The offset keeps the planner from walking through all messages in order, in the hope that the first ones match, and
 * lets the texts be compared one after the other until there are enough.
 */
function byIndex(actor: Actor, terms: readonly SearchTerm[]) {
  const indexed = ownMessages(actor)
    .where(isIndexedFor(message("content"), terms))
    .offset(sql<number>`0`);
  const inexact = terms.filter(({ isInexact }) => isInexact);
  return firstThatMatch(
    indexed,
    inexact.map(({ pattern }) => pattern),
  );
}

function firstThatMatch(messages: ReturnType<typeof ownMessages>, patterns: readonly string[]) {
  return kysely()
    .selectFrom(messages.as("found"))
    .selectAll()
    .where(matchesPatterns(sql.ref<string>("found.content"), patterns))
    .orderBy("found.updated_at", "desc")
    .orderBy("found.conversation_id")
    .orderBy("found.ordinal", "desc")
    .limit(SEARCH_MESSAGES_MAX + 1)
    .execute();
}

type Row = Awaited<ReturnType<typeof firstThatMatch>>[number];
type TitleRow = Awaited<ReturnType<typeof findTitles>>[number];

async function wrongAmong(rows: readonly Row[]) {
  const answers = rows.filter(({ role }) => role === "assistant").map(({ id }) => id);
  const found = answers.length === 0 ? [] : await findWrongAnswers({ answerMessageIds: answers });
  const days = new Map(found.map(({ answerMessageId, at }) => [answerMessageId, at]));
  return ({ id }: Row) => {
    const at = days.get(id);
    return at === undefined ? {} : { foundWrongAt: at };
  };
}

function toConversation({ id, title, archived_at }: TitleRow, query: string): FoundConversation {
  return {
    id,
    title,
    ranges: findRanges(title, query).map(mutable),
    isArchived: archived_at !== null,
  };
}

function toMessage(row: Row, query: string): FoundMessage {
  const { excerpt, ranges } = cutExcerpt(row.content, query);
  return {
    messageId: row.id,
    conversationId: row.conversation_id,
    title: row.title,
    role: row.role === "user" ? "user" : "assistant",
    at: row.created_at.toISOString(),
    excerpt,
    ranges: ranges.map(mutable),
    isArchived: row.archived_at !== null,
    isOtherVersion: row.superseded_at !== null,
  };
}

const mutable = ([from, to]: readonly [number, number]): [number, number] => [from, to];

// The conditions of a search in SQL. The expressions are those of prisma/sql/5-message-search.sql.

/** Every pattern is in the text. Folds it once. */
export function matchesPatterns(
  column: RawBuilder<string>,
  patterns: readonly string[],
): RawBuilder<boolean> {
  if (patterns.length === 0) return sql<boolean>`true`;
  const checks = patterns.map((pattern) => sql`folded ~ ${storableText(pattern)}::text`);
  return sql<boolean>`(SELECT ${sql.join(checks, sql` AND `)} FROM (SELECT ${fold(column)} AS folded OFFSET 0) AS one)`;
}

/** Has all that the index knows of the terms, which may be more than them. */
function isIndexedFor(
  column: RawBuilder<string>,
  terms: readonly SearchTerm[],
): RawBuilder<boolean> {
  const lexemes = [...new Set(terms.flatMap((term) => term.lexemes))].map(storableText).join(" & ");
  return lexemes === ""
    ? sql<boolean>`true`
    : sql<boolean>`search_terms(${column}) @@ ${lexemes}::text::tsquery`;
}
