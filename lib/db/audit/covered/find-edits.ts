/**
 * Compares columns that no seal binds with rows of the trail, or events of a sealed log, that say the same
 * (`recomputed` in docs/coverage.md). What the trail and the logs say is checked apart.
 */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { EditFault } from "../../../audit/fault-words.ts";
import { type Database, kysely } from "../../client.ts";
import { EDITS_FOUND_MAX, FEEDBACK_AUDIT_MS, FOREIGN_NAME_MAX_CHARS } from "../../limits.ts";
import { policyDigest } from "../../policies/record-policy-changes.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { findEditedRuns } from "./find-edited-runs.ts";

/**
 * A row is covered by an equal one for `FEEDBACK_AUDIT_MS`, and clocks of instances differ by seconds: the newest row may
 * not be the last one.
 */
const SINCE_NEWEST = sql`make_interval(secs => ${(2 * FEEDBACK_AUDIT_MS) / 1_000}::float8)`;

/** At most `EDITS_FOUND_MAX` of each kind, each kind in one snapshot. */
export async function findEdits(executor: Kysely<Database> = kysely()): Promise<Found[]> {
  return [...(await findEditsOfRuns(executor)), ...(await findEditsBesideRuns(executor))];
}

/** @param within a condition on `run`: which runs are compared */
export async function findEditsOfRuns(
  executor: Kysely<Database> = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  return [
    ...(await findEditedRuns(executor, within)),
    ...(await find(executor, "feedback-edited", feedback(within))),
  ];
}

/** What belongs to no run. @param isMeant of a row, by the alias of its table: whether it is compared */
export async function findEditsBesideRuns(
  executor: Kysely<Database> = kysely(),
  isMeant: (alias: string) => RawBuilder<unknown> = () => sql`true`,
): Promise<Found[]> {
  return [
    ...(await find(executor, "role-edited", roles(isMeant("person")))),
    ...(await findEditedPolicies()),
    ...(await find(executor, "share-edited", shares(isMeant("share_link")))),
  ];
}

type Edited = { run_id?: string; name?: string };

async function find(
  executor: Kysely<Database>,
  fault: EditFault,
  edited: RawBuilder<Edited>,
): Promise<Found[]> {
  const { rows } = await sql<Edited>`${edited} LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ run_id: runId = null, name = null }) => foundAt(fault, { runId, name }));
}

/** A person of whom no role is recorded is a user. */
const roles = (within: RawBuilder<unknown>) => sql<Edited>`
  SELECT 'user:' || person.id AS name
  FROM "user" AS person LEFT JOIN LATERAL (
    SELECT coalesce(detail->>'to', detail->>'role') AS role FROM audit_event
    WHERE target = 'user:' || person.id AND action IN ('account.saved', 'account.role-changed')
    -- Of one transaction, the change says where the role came from.
    ORDER BY at DESC, action LIMIT 1) AS recorded ON true
  WHERE ${within} AND person.role <> coalesce(recorded.role, 'user')
  ORDER BY person.id`;

/** Judged otherwise than the trail says, without it, or no more. A detail that was erased says nothing. */
const feedback = (within: RawBuilder<unknown>) => sql<Edited>`
  SELECT run.id AS run_id
  FROM run
    LEFT JOIN feedback ON feedback.answer_message_id = run.answer_message_id
    LEFT JOIN (
      SELECT run_id, max(at) AS newest FROM audit_event
      WHERE action = 'feedback.given' AND run_id IN (SELECT id FROM run WHERE ${within}) GROUP BY run_id
    ) AS said ON said.run_id = run.id
  WHERE ${within} AND (feedback.answer_message_id IS NOT NULL OR said.run_id IS NOT NULL)
    AND NOT EXISTS (
      SELECT FROM audit_event AS row
      WHERE row.action = 'feedback.given' AND row.run_id = run.id AND row.at >= said.newest - ${SINCE_NEWEST}
        AND (row.detail = '{}'
          OR (row.detail->>'verdict', row.detail->>'hasWords') IS NOT DISTINCT FROM
            (feedback.verdict, coalesce(feedback.words <> '', false)::text)))
  ORDER BY run.id`;

/** A link that nobody made, or that was revoked, or with more or fewer turns, or another name than it was made with. */
const shares = (within: RawBuilder<unknown>) => sql<Edited>`
  SELECT 'conversation:' || share_link.conversation_id AS name
  FROM share_link LEFT JOIN LATERAL (
    SELECT max(at) AS newest FROM audit_event
    WHERE target = 'conversation:' || share_link.conversation_id AND action LIKE 'share.%') AS said ON true
  WHERE ${within} AND NOT EXISTS (
    SELECT FROM audit_event AS row
    WHERE row.target = 'conversation:' || share_link.conversation_id AND row.action IN ('share.created', 'share.updated')
      AND row.at >= said.newest - ${SINCE_NEWEST}
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
