/** Compares what people think of answers, and shared links with all that their pages show, with the rows of the trail that say so. */
import "server-only";
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { type Database, kysely } from "../../client.ts";
import { EDITS_FOUND_MAX } from "../../limits.ts";
import { sha256OfText } from "../../typed-sql.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { commitToCopy } from "./commit-to-copy.ts";
import { lastSaid } from "./numbered-rows.ts";
import { readStanding, type Standing } from "./standing-rows.ts";

/** As `commitTo` makes it of the words: what JSON.stringify and to_json make of a text is the same. */
const COMMITMENT = sha256OfText(
  sql`(feedback.salt::text || E'\n'::text || pg_catalog.to_json(feedback.words)::text)`,
);

/**
 * Judged otherwise than the trail says, without it, or no more. At most `EDITS_FOUND_MAX`. A detail that was erased says
 * nothing, and one of an earlier version nothing of the words.
 * @param within a condition on the row `run`
 */
export async function findEditedFeedback(
  executor = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  const stands = await readStanding(executor);
  const isMeant = sql`target IN (SELECT 'run:' || run.id FROM run WHERE ${within})`;
  const { rows } = await sql<{ run_id: string }>`
    WITH said AS (${lastSaid(stands, ["feedback.given"], isMeant)})
    SELECT run.id AS run_id
    FROM run
      LEFT JOIN feedback ON feedback.answer_message_id = run.answer_message_id
      LEFT JOIN (SELECT DISTINCT target FROM said) AS judged ON judged.target = 'run:' || run.id
    WHERE ${within}
      AND (feedback.answer_message_id IS NOT NULL OR judged.target IS NOT NULL)
      AND NOT EXISTS (
        SELECT FROM said
        WHERE said.target = 'run:' || run.id
          AND (detail = '{}' OR (
            (detail->>'verdict', detail->>'hasWords') IS NOT DISTINCT FROM
              (feedback.verdict, coalesce(feedback.words <> '', false)::text)
            AND (detail->>'words' IS NULL OR detail->>'words' = ${COMMITMENT})
            AND (feedback.conversation_id = run.conversation_id) IS NOT FALSE)))
    ORDER BY run.id LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ run_id: runId }) => foundAt("feedback-edited", { runId }));
}

/** On what no run answered. At most `EDITS_FOUND_MAX`. @param within a condition on the row `feedback` */
export async function findStrayFeedback(
  executor = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT 'message:' || answer_message_id AS name FROM feedback
    WHERE ${within} AND NOT EXISTS (SELECT FROM run WHERE run.answer_message_id = feedback.answer_message_id)
    ORDER BY answer_message_id LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ name }) => foundAt("feedback-edited", { name }));
}

/**
 * Finds links that nobody made, revoked links that still exist, links that are missing without having been revoked, and links
 * whose token, copy, title, name, time or pictures were changed. At most `EDITS_FOUND_MAX`, by conversation. A detail that was
 * erased says nothing, and one of an earlier version only how many turns there are and whether there is a name.
 * @param within a condition on the rows `conversation` and `share_link`, which may be absent
 */
export function findEditedShares(
  executor = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  const inOne = (snapshot: Kysely<Database>) => compare(snapshot, within);
  if (executor.isTransaction) return inOne(executor);
  // In one snapshot: somebody may share meanwhile.
  return executor.transaction().setIsolationLevel("repeatable read").execute(inOne);
}

async function compare(executor: Kysely<Database>, within: RawBuilder<unknown>): Promise<Found[]> {
  const found: Found[] = [];
  const stands = await readStanding(executor);
  const { rows: links } = await linksOf(stands, within).execute(executor);
  for (const link of links) {
    if (found.length === EDITS_FOUND_MAX) break;
    if (!(await isSaid(executor, link)))
      found.push(foundAt("share-edited", { name: `conversation:${link.conversation_id}` }));
  }
  return found;
}

/** Absent where there is no link, or not with this id. */
type Link = { conversation_id: string; share_link_id: string | null; said: Said[] | null };

/** A row that may be the last one about the link of a conversation. */
type Said = { action: string; detail: Detail };
type Detail = {
  shareLinkId?: string;
  messages?: number;
  named?: boolean;
  copy?: string;
  tokenSha256?: string;
  showsVerdict?: boolean;
};

/** Conversations that have a link, or of which a link is on record. */
const linksOf = (stands: Standing, within: RawBuilder<unknown>) => sql<Link>`
  WITH said AS (
    SELECT target, jsonb_agg(jsonb_build_object('action', action, 'detail', detail)) AS said
    FROM (${lastSaid(stands, ["share.created", "share.updated", "share.revoked"])}) AS each GROUP BY target)
  SELECT conversation.id AS conversation_id, share_link.id AS share_link_id, said.said
  FROM conversation
    LEFT JOIN share_link ON share_link.conversation_id = conversation.id
    LEFT JOIN said ON said.target = 'conversation:' || conversation.id
  WHERE ${within} AND (share_link.id IS NOT NULL OR said.said IS NOT NULL)
  ORDER BY conversation.id`;

async function isSaid(executor: Kysely<Database>, { share_link_id: id, said }: Link) {
  const rows = said ?? [];
  if (rows.some(({ detail }) => Object.keys(detail).length === 0)) return true;
  const link = id === null ? null : await readLink(executor, id);
  if (!link) return rows.some(({ action }) => action === "share.revoked");
  const shown = {
    shareLinkId: link.id,
    messages: countMessages(link.copy),
    named: link.shared_by !== null,
  };
  const made = rows.filter(
    ({ action, detail }) =>
      action !== "share.revoked" &&
      detail.shareLinkId === shown.shareLinkId &&
      detail.messages === shown.messages &&
      detail.named === shown.named &&
      (detail.showsVerdict ?? false) === link.shows_verdict &&
      (detail.tokenSha256 ?? link.token_sha256) === link.token_sha256,
  );
  if (made.some(({ detail }) => detail.copy === undefined)) return true;
  if (made.length === 0) return false;
  const committed = await commitToCopy(executor, link);
  return made.some(({ detail }) => detail.copy === committed);
}

/** One at a time: a copy holds a whole conversation. */
function readLink(
  executor: Kysely<Database>,
  id: string,
): Promise<Selectable<Database["share_link"]> | undefined> {
  return executor.selectFrom("share_link").selectAll().where("id", "=", id).executeTakeFirst();
}

function countMessages(copy: unknown): number | null {
  const messages =
    typeof copy === "object" && copy !== null && "messages" in copy ? copy.messages : null;
  return Array.isArray(messages) ? messages.length : null;
}
