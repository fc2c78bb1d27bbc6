import "server-only";
/** Policies as rows: which version counts, and how the next one is written. */
import { randomUUID } from "node:crypto";
import type { PolicyDraft, StoredPolicy } from "../../contracts/stored-policy.ts";
import { PolicyMode } from "../../contracts/stored-policy.ts";
import { brokenConstraint, runStatement, type Statement } from "../run-statement.ts";
import { storableText } from "../storable-json.ts";

type PolicyRow = { name: string; version: number; text: string; mode: string };

const NEWEST: Statement = {
  name: "newest-policies",
  text: `
SELECT name, version, text, mode
FROM (SELECT DISTINCT ON (name) * FROM policy ORDER BY name, version DESC) AS newest
WHERE enabled ORDER BY name`,
};

/** The newest version of each name, unless that one is disabled. Unchecked: who asks is of no matter here. */
export async function readNewestPolicies(): Promise<StoredPolicy[]> {
  const rows = await runStatement<PolicyRow>(NEWEST, []);
  // A mode that nobody knows enforces: the stricter reading of a row that was written by hand.
  return rows.map((row) => ({ ...row, mode: PolicyMode.catch("enforce").parse(row.mode) }));
}

const SAVE: Statement = {
  name: "save-policy",
  text: `
WITH saved AS (
  INSERT INTO policy (id, name, version, text, mode, enabled, created_by)
  SELECT $1::uuid, $2, coalesce(max(version), 0) + 1, $3, $4, $5, $6 FROM policy WHERE name = $2
  RETURNING name, version
), audited AS (
  INSERT INTO audit_event (id, actor_id, action, target, outcome, detail)
  SELECT $7::uuid, $6, 'policy.saved', 'policy:' || name || '@' || version, 'allowed',
    json_build_object('mode', $4::text, 'enabled', $5::boolean)
  FROM saved
)
SELECT version FROM saved`,
};

const ATTEMPTS_MAX = 5;

/** @param createdBy null where the deployment itself writes it. @returns the new version */
export async function insertNextVersion(
  draft: PolicyDraft,
  createdBy: string | null,
): Promise<number> {
  const { name, text, mode, enabled } = draft;
  const values = [name, storableText(text), mode, enabled, createdBy];
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [row] = await runStatement<{ version: number }>(SAVE, [
        randomUUID(),
        ...values,
        randomUUID(),
      ]);
      return row?.version ?? 0;
    } catch (error) {
      // Somebody took the same version at the same time; the next one is free.
      if (brokenConstraint(error) === null || attempt >= ATTEMPTS_MAX) throw error;
    }
  }
}
