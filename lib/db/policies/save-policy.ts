import "server-only";
/** Changes a policy: the change is a new version, and its audit row is written with it. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { PolicyDraft, type PolicyTextCheck } from "../../contracts/stored-policy.ts";
import { AppError } from "../../errors/app-error.ts";
import { forgetPolicies } from "./load-policies.ts";
import { insertNextVersion } from "./policy-rows.ts";

export type SavedPolicy =
  | { ok: true; name: string; version: number; warnings: readonly string[] }
  | { ok: false; errors: readonly string[] };

/**
 * To switch a policy off, save it with `enabled: false`.
 * @param check `validatePolicyText`; text that it refuses is not stored
 * @throws AppError `forbidden` without `policy:write`; `invalid` where the draft does not fit its schema
 */
export async function savePolicy(
  actor: Actor,
  draft: unknown,
  check: (text: string) => PolicyTextCheck,
): Promise<SavedPolicy> {
  assertCan(actor, "policy:write");
  const parsed = PolicyDraft.safeParse(draft);
  if (!parsed.success) throw new AppError("invalid", { cause: parsed.error });
  const checked = check(parsed.data.text);
  if (!checked.ok) return checked;
  const version = await insertNextVersion(parsed.data, actor.userId);
  forgetPolicies();
  return { ok: true, name: parsed.data.name, version, warnings: checked.warnings };
}
