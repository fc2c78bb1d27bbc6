/** Writes the default policies and their updates, but never over an operator's version. What changed is on record. */
import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { PolicyDraft } from "../../contracts/stored-policy.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { text, uuid } from "../typed-sql.ts";
import { forgetPolicies } from "./load-policies.ts";
import { lockPolicies, recordPolicyChanges } from "./record-policy-changes.ts";

/** Idempotent; call it at start. Instances that start at once take turns. @returns what was written, `name@version` */
export async function ensureDefaultPolicies(defaults: readonly PolicyDraft[]): Promise<string[]> {
  const written = await kysely()
    .transaction()
    .execute(async (transaction) => {
      await lockPolicies(transaction);
      const names: string[] = [];
      for (const draft of defaults) {
        const row = await ensureDefaultPolicy(transaction, draft);
        if (row) names.push(`${draft.name}@${row.version}`);
      }
      await recordPolicyChanges(transaction);
      return names;
    });
  if (written.length > 0) forgetPolicies();
  return written;
}

function ensureDefaultPolicy(transaction: DatabaseTransaction, draft: PolicyDraft) {
  return transaction
    .with("newest", (db) =>
      db
        .selectFrom("policy")
        .select(["version", "text", "mode", "enabled", "created_by"])
        .where("name", "=", draft.name)
        .orderBy("version", "desc")
        .limit(1),
    )
    .with("next", (db) =>
      db.selectNoFrom([
        uuid(randomUUID()).as("id"),
        text(draft.name).as("name"),
        sql<number>`coalesce((SELECT version FROM newest), 0) + 1`.as("version"),
        text(draft.text).as("text"),
        text(draft.mode).as("mode"),
        sql<boolean>`${draft.enabled}::boolean`.as("enabled"),
      ]),
    )
    .insertInto("policy")
    .columns(["id", "name", "version", "text", "mode", "enabled"])
    .expression(({ selectFrom, not, exists, or, and }) =>
      selectFrom("next")
        .selectAll()
        .where(
          not(
            exists(
              selectFrom("newest")
                .select("version")
                .where((eb) =>
                  or([
                    eb("created_by", "is not", null),
                    and([
                      eb("text", "=", draft.text),
                      eb("mode", "=", draft.mode),
                      eb("enabled", "=", draft.enabled),
                    ]),
                  ]),
                ),
            ),
          ),
        ),
    )
    .returning("version")
    .executeTakeFirst();
}
