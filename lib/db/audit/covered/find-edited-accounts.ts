/** Compares roles, bans, deletions of accounts and of conversations, and whose a conversation is, with the rows of the trail that say so. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { AuditAction } from "../../../contracts/audit/audit-event.ts";
import { kysely } from "../../client.ts";
import { CLOCKS_APART_MS, EDITS_FOUND_MAX } from "../../limits.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { areSigned, isOwnTemporary, type MaybeTemporary } from "../runs/own-states.ts";
import { lastSaid } from "./numbered-rows.ts";
import { readStanding, type Standing } from "./standing-rows.ts";

/** At most `EDITS_FOUND_MAX` people. @param within a condition on the row `person` */
export async function findEditedAccounts(
  executor = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  const stands = await readStanding(executor);
  const { rows } = await sql<{ name: string }>`
    SELECT 'user:' || id AS name FROM (${bans(stands, within)} UNION ${leaving(stands, within)}) AS edited
    ORDER BY id LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ name }) => foundAt("account-edited", { name }));
}

/** People with another role than was recorded last; one of whom none is recorded is a user. As `findEditedAccounts`. */
export async function findEditedRoles(
  executor = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  const stands = await readStanding(executor);
  const { rows } = await sql<{ name: string }>`
    SELECT 'user:' || person.id AS name
    FROM "user" AS person
      LEFT JOIN (${lastOf(stands, ["account.saved", "account.role-changed"], within)}) AS said
        ON said.target = 'user:' || person.id
    WHERE ${within}
    GROUP BY person.id, person.role
    HAVING NOT bool_or(person.role = coalesce(said.detail->>'to', said.detail->>'role', 'user'))
    ORDER BY person.id LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ name }) => foundAt("role-edited", { name }));
}

/** What was said last of these people. */
const lastOf = (stands: Standing, actions: readonly AuditAction[], within: RawBuilder<unknown>) =>
  lastSaid(
    stands,
    actions,
    sql`target IN (SELECT 'user:' || person.id FROM "user" AS person WHERE ${within})`,
  );

/**
 * Somebody of whom no ban is recorded is not banned. An account that is saved is not banned any more, and one that signs in
 * after its ban.
 */
const bans = (stands: Standing, within: RawBuilder<unknown>) => sql`
  SELECT person.id
  FROM "user" AS person
    LEFT JOIN (${lastOf(stands, ["account.saved", "account.banned", "account.unbanned"], within)}) AS said
      ON said.target = 'user:' || person.id
    CROSS JOIN LATERAL (SELECT (said.detail->>'until')::timestamptz AS until) AS recorded
  WHERE ${within}
  GROUP BY person.id, person.banned, person.ban_expires
  HAVING NOT bool_or(
    (person.banned, person.ban_expires) IS NOT DISTINCT FROM
      (coalesce(said.action = 'account.banned', false), recorded.until)
    OR coalesce(recorded.until <= now() AND NOT person.banned AND person.ban_expires IS NULL, false))`;

/** Rows of earlier versions say only after how many days: by the clock of an instance, not of the database. */
const leaving = (stands: Standing, within: RawBuilder<unknown>) => sql`
  SELECT person.id
  FROM "user" AS person
    LEFT JOIN (${lastOf(stands, ["account.erasure-asked", "account.erasure-withdrawn"], within)}) AS said
      ON said.target = 'user:' || person.id
  WHERE ${within}
  GROUP BY person.id, person.erase_at
  HAVING NOT coalesce(bool_or(CASE
    WHEN said.action = 'account.erasure-withdrawn' THEN person.erase_at IS NULL
    WHEN said.detail->>'eraseAt' IS NOT NULL THEN person.erase_at = (said.detail->>'eraseAt')::timestamptz
    WHEN said.detail->>'days' IS NOT NULL THEN abs(extract(epoch FROM person.erase_at - said.at)
      - 86400 * (said.detail->>'days')::int) < ${CLOCKS_APART_MS / 1_000}::float8
    WHEN said.action IS NOT NULL THEN person.erase_at IS NOT NULL
    ELSE person.erase_at IS NULL END), false)`;

/**
 * Conversations that are deleted, or not, otherwise than was recorded last; and those that are temporary chats, or not, against
 * what their MAC says. Nothing is suspected before the trail says that each has its record. At most `EDITS_FOUND_MAX`.
 * @param within a condition on the row `conversation`
 */
export async function findEditedConversations(
  executor = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  if (!(await areSigned("conversations", executor))) return [];
  const stands = await readStanding(executor);
  const targets = sql`target IN (SELECT 'conversation:' || conversation.id FROM conversation WHERE ${within})`;
  const said = lastSaid(stands, ["conversation.deleted", "conversation.undeleted"], targets);
  const { rows } = await sql<{ id: string }>`
    SELECT conversation.id
    FROM conversation LEFT JOIN (${said}) AS said ON said.target = 'conversation:' || conversation.id
    WHERE ${within}
    GROUP BY conversation.id
    HAVING NOT coalesce(bool_or(CASE
      WHEN said.action = 'conversation.deleted' AND said.detail->>'deletedAt' IS NOT NULL
        THEN conversation.deleted_at = (said.detail->>'deletedAt')::timestamptz
      WHEN said.action = 'conversation.deleted' THEN conversation.deleted_at IS NOT NULL
      ELSE conversation.deleted_at IS NULL END), false)
    ORDER BY conversation.id LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  const { rows: temporary } = await sql<MaybeTemporary & { expires_at: Date | null }>`
    SELECT id, user_id, expires_at, temporary_mac FROM conversation
    WHERE ${within} AND (expires_at IS NOT NULL OR temporary_mac IS NOT NULL) ORDER BY id`.execute(
    executor,
  );
  const edited = temporary.filter((one) => one.expires_at === null || !isOwnTemporary(one));
  const ids = [...new Set([...rows, ...edited].map(({ id }) => id))];
  return ids
    .slice(0, EDITS_FOUND_MAX)
    .map((id) => foundAt("conversation-edited", { name: `conversation:${id}` }));
}

/**
 * Conversations that belong to somebody else than the person of their runs, or are gone without them. At most `EDITS_FOUND_MAX`.
 * @param within a condition on the row `run`
 */
export async function findEditedOwners(
  executor = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  const { rows } = await sql<{ place: string; run_id: string }>`
    SELECT * FROM (
      SELECT DISTINCT ON (run.conversation_id) ended.place, run.id AS run_id
      FROM run
        LEFT JOIN conversation ON conversation.id = run.conversation_id
        JOIN audit_event AS ended ON ended.run_id = run.id AND ended.action = 'run.ended' AND ended.place IS NOT NULL
      WHERE ${within} AND ended.subject_id IS DISTINCT FROM conversation.user_id
      ORDER BY run.conversation_id, ended.place) AS edited
    ORDER BY place LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ place, run_id: runId }) =>
    foundAt("owner-edited", { place: Number(place), runId }),
  );
}
