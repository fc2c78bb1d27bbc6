import "server-only";
/** Gives a deployment its default policies, and newer ones of ours, but never over an operator's version. */
import { randomUUID } from "node:crypto";
import type { PolicyDraft } from "../../contracts/stored-policy.ts";
import { runStatement, type Statement } from "../run-statement.ts";
import { forgetPolicies } from "./load-policies.ts";

// Several instances may start at once: the second to insert a version finds it there.
const ENSURE: Statement = {
  name: "ensure-default-policy",
  text: `
WITH newest AS (
  SELECT version, text, mode, enabled, created_by FROM policy WHERE name = $2 ORDER BY version DESC LIMIT 1
)
INSERT INTO policy (id, name, version, text, mode, enabled)
SELECT $1::uuid, $2, coalesce((SELECT version FROM newest), 0) + 1, $3, $4, $5
WHERE NOT EXISTS (
  SELECT 1 FROM newest
  WHERE created_by IS NOT NULL OR (text = $3 AND mode = $4 AND enabled = $5)
)
ON CONFLICT (name, version) DO NOTHING
RETURNING version`,
};

/** Idempotent; call it at start. @returns what was written, `name@version` */
export async function ensureDefaultPolicies(defaults: readonly PolicyDraft[]): Promise<string[]> {
  const written: string[] = [];
  for (const { name, text, mode, enabled } of defaults) {
    const values = [randomUUID(), name, text, mode, enabled];
    const [row] = await runStatement<{ version: number }>(ENSURE, values);
    if (row) written.push(`${name}@${row.version}`);
  }
  if (written.length > 0) forgetPolicies();
  return written;
}
