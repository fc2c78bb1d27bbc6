/**
 * Compares columns that no seal binds with rows of the trail, or events of a sealed log, that say the same
 * (`recomputed` in docs/coverage.md). What the trail and the logs say is checked apart.
 */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { EditFault } from "../../../audit/fault-words.ts";
import { kysely } from "../../client.ts";
import { EDITS_FOUND_MAX, FEEDBACK_AUDIT_MS, FOREIGN_NAME_MAX_CHARS } from "../../limits.ts";
import { policyDigest } from "../../policies/record-policy-changes.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { findEditedRuns } from "./find-edited-runs.ts";
import { isOfNewestPass, newestPlace } from "./newest-rows.ts";

const PLACE = sql.ref("row.place");
const NEWEST_PLACE = sql.ref("said.newest_place");

/**
 * Older versions let a row be covered by an equal one for `FEEDBACK_AUDIT_MS`, whatever stood between them: the newest row
 * may not be the last one.
 */
const SINCE_NEWEST = sql`make_interval(secs => ${(2 * FEEDBACK_AUDIT_MS) / 1_000}::float8)`;

/** At most `EDITS_FOUND_MAX` of each kind, each kind in one snapshot. */
export async function findEdits(): Promise<Found[]> {
  return [
    ...(await findEditedRuns()),
    ...(await find("role-edited", ROLES)),
    ...(await findEditedPolicies()),
    ...(await find("feedback-edited", FEEDBACK)),
    ...(await find("share-edited", SHARES)),
  ];
}

type Edited = { run_id?: string; name?: string };

async function find(fault: EditFault, edited: RawBuilder<Edited>): Promise<Found[]> {
  const { rows } = await sql<Edited>`${edited} LIMIT ${EDITS_FOUND_MAX}`.execute(kysely());
  return rows.map(({ run_id: runId = null, name = null }) => foundAt(fault, { runId, name }));
}

/** A person of whom no role is recorded is a user. Of one pass, each role that it recorded may be the last one. */
const ROLES = sql<Edited>`
  SELECT 'user:' || person.id AS name
  FROM "user" AS person CROSS JOIN LATERAL (
    SELECT ${newestPlace(sql.ref("place"))} AS newest_place FROM audit_event
    WHERE target = 'user:' || person.id AND action IN ('account.saved', 'account.role-changed')) AS said
  WHERE (said.newest_place IS NOT NULL OR person.role <> 'user')
    AND NOT EXISTS (
      SELECT FROM audit_event AS row
      WHERE row.target = 'user:' || person.id AND row.action IN ('account.saved', 'account.role-changed')
        AND ${isOfNewestPass(PLACE, NEWEST_PLACE)}
        AND person.role = coalesce(row.detail->>'to', row.detail->>'role', 'user'))
  ORDER BY person.id`;

/** Judged otherwise than the trail says, without it, or no more. A detail that was erased says nothing. */
const FEEDBACK = sql<Edited>`
  SELECT run.id AS run_id
  FROM run
    LEFT JOIN feedback ON feedback.answer_message_id = run.answer_message_id
    LEFT JOIN (
      SELECT run_id, max(at) AS newest, ${newestPlace(sql.ref("place"))} AS newest_place FROM audit_event WHERE action = 'feedback.given' GROUP BY run_id
    ) AS said ON said.run_id = run.id
  WHERE (feedback.answer_message_id IS NOT NULL OR said.run_id IS NOT NULL)
    AND NOT EXISTS (
      SELECT FROM audit_event AS row
      WHERE row.action = 'feedback.given' AND row.run_id = run.id
        AND (row.at >= said.newest - ${SINCE_NEWEST} OR ${isOfNewestPass(PLACE, NEWEST_PLACE)})
        AND (row.detail = '{}'
          OR (row.detail->>'verdict', row.detail->>'hasWords') IS NOT DISTINCT FROM
            (feedback.verdict, coalesce(feedback.words <> '', false)::text)))
  ORDER BY run.id`;

/** A link that nobody made, or that was revoked, or with more or fewer turns, or another name than it was made with. */
const SHARES = sql<Edited>`
  SELECT 'conversation:' || share_link.conversation_id AS name
  FROM share_link LEFT JOIN LATERAL (
    SELECT ${newestPlace(sql.ref("place"))} AS newest_place FROM audit_event
    WHERE target = 'conversation:' || share_link.conversation_id AND action LIKE 'share.%') AS said ON true
  WHERE NOT EXISTS (
    SELECT FROM audit_event AS row
    WHERE row.target = 'conversation:' || share_link.conversation_id AND row.action IN ('share.created', 'share.updated')
      AND ${isOfNewestPass(PLACE, NEWEST_PLACE)}
      AND (row.detail = '{}' OR row.detail = jsonb_build_object(
        'shareLinkId', share_link.id, 'messages', jsonb_array_length(share_link.copy->'messages'),
        'named', share_link.shared_by IS NOT NULL)))
  ORDER BY share_link.conversation_id`;

/** Versions that were recorded, and have another text, mode or switch now. A new one is recorded by the server itself. */
function findEditedPolicies(): Promise<Found[]> {
  return kysely()
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (transaction) => {
      const policies = await transaction
        .selectFrom("policy")
        .select(["name", "version", "text", "mode", "enabled"])
        .orderBy("name")
        .orderBy("version")
        .execute();
      const rows = await transaction
        .selectFrom("audit_event")
        .select("detail")
        .where("action", "=", "policy.changed")
        .orderBy("at")
        .execute();
      const recorded = new Map(
        rows.map(({ detail }) => {
          const { name, version, sha256 } = detail as {
            name: string;
            version: number;
            sha256: string;
          };
          return [`${name} ${version}`, sha256];
        }),
      );
      const edited = policies.filter((policy) => {
        const sha256 = recorded.get(`${policy.name} ${policy.version}`) ?? null;
        return sha256 !== null && sha256 !== policyDigest(policy);
      });
      return edited.slice(0, EDITS_FOUND_MAX).map(({ name, version }) => {
        const told = name.slice(0, FOREIGN_NAME_MAX_CHARS);
        return foundAt("policy-edited", { name: `${told}, version ${version}` });
      });
    });
}
