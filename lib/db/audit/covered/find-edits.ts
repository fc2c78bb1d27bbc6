/**
 * Compares columns that no seal binds with rows of the trail, or events of a sealed log, that say the same
 * (`recomputed` in docs/coverage.md). What the trail and the logs say is checked apart.
 */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { EditFault } from "../../../audit/fault-words.ts";
import { kysely } from "../../client.ts";
import { EDITS_FOUND_MAX, FOREIGN_NAME_MAX_CHARS } from "../../limits.ts";
import { policyDigest } from "../../policies/record-policy-changes.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { findEditedAccounts, findEditedOwners } from "./find-edited-accounts.ts";
import { findEditedCheckpoints } from "./find-edited-checkpoints.ts";
import { findEditedFeedback } from "./find-edited-feedback.ts";
import { findEditedSettings } from "./find-edited-settings.ts";
import { findEditedShares } from "./find-edited-shares.ts";
import { isOfNewestPass, newestPlace } from "./newest-rows.ts";
import { findEditedFiles } from "./runs/find-edited-files.ts";
import { findEditedLeft } from "./runs/find-edited-left.ts";
import { findAddedMessages, findEditedQuestions } from "./runs/find-edited-questions.ts";
import { findEditedRuns } from "./runs/find-edited-runs.ts";
import { findEditedStates } from "./runs/find-edited-states.ts";

/** At most `EDITS_FOUND_MAX` of each kind, each kind in one snapshot. */
export async function findEdits(): Promise<Found[]> {
  return [
    ...(await findEditedCheckpoints()),
    ...(await findEditedRuns()),
    ...(await findEditedQuestions()),
    ...(await findAddedMessages()),
    ...(await findEditedFiles()),
    ...(await findEditedLeft()),
    ...(await findEditedStates()),
    ...(await find("role-edited", ROLES)),
    ...(await findEditedAccounts()),
    ...(await findEditedOwners()),
    ...(await findEditedSettings()),
    ...(await findEditedPolicies()),
    ...(await findEditedFeedback()),
    ...(await findEditedShares()),
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
        AND ${isOfNewestPass(sql.ref("row.place"), sql.ref("said.newest_place"))}
        AND person.role = coalesce(row.detail->>'to', row.detail->>'role', 'user'))
  ORDER BY person.id`;

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
