import "server-only";
/** Reads the policy versions in force, and writes the next version. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type PolicyDraft, PolicyMode, type StoredPolicy } from "../../contracts/stored-policy.ts";
import { kysely } from "../client.ts";
import { constraintReason } from "../constraint-reasons.ts";
import { storableText } from "../storable-json.ts";
import { text, uuid } from "../typed-sql.ts";

/** The newest version of each name, unless that one is disabled. Not checked: every hop asks. */
export async function readNewestPolicies(): Promise<StoredPolicy[]> {
  const rows = await kysely()
    .selectFrom((eb) =>
      eb
        .selectFrom("policy")
        .distinctOn("name")
        .select(["name", "version", "text", "mode", "enabled"])
        .orderBy("name")
        .orderBy("version", "desc")
        .as("newest"),
    )
    .select(["name", "version", "text", "mode"])
    .where("enabled", "=", true)
    .orderBy("name")
    .execute();
  return rows.map((row) => ({ ...row, mode: PolicyMode.parse(row.mode) }));
}

const ATTEMPTS_MAX = 5;

/** @param createdBy null where the deployment itself writes it. @returns the new version */
export async function insertNextVersion(
  draft: PolicyDraft,
  createdBy: string | null,
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { version } = await insertVersion(draft, createdBy);
      return version;
    } catch (error) {
      // Another save took this version at the same time: try the next one.
      const reason = constraintReason(error, ["version-taken"]);
      if (attempt >= ATTEMPTS_MAX) throw new Error(`The policy was not saved: ${reason}`);
    }
  }
}

/** The version and its audit row, in one statement. */
function insertVersion({ name, mode, enabled, ...draft }: PolicyDraft, createdBy: string | null) {
  const creator = sql<string | null>`${createdBy}::text`;
  return kysely()
    .with("saved", (db) =>
      db
        .insertInto("policy")
        .columns(["id", "name", "version", "text", "mode", "enabled", "created_by"])
        .expression(({ selectFrom }) =>
          selectFrom("policy")
            .select(({ ref }) => [
              uuid(randomUUID()).as("id"),
              text(name).as("name"),
              sql<number>`coalesce(max(${ref("version")}), 0) + 1`.as("version"),
              text(storableText(draft.text)).as("text"),
              text(mode).as("mode"),
              sql<boolean>`${enabled}::boolean`.as("enabled"),
              creator.as("created_by"),
            ])
            .where("name", "=", name),
        )
        .returning(["name", "version"]),
    )
    .with("audited", (db) =>
      db
        .insertInto("audit_event")
        .columns(["id", "actor_id", "action", "target", "outcome", "detail"])
        .expression(({ selectFrom }) =>
          selectFrom("saved").select(({ ref }) => [
            uuid(randomUUID()).as("id"),
            creator.as("actor_id"),
            text("policy.saved").as("action"),
            sql<string>`'policy:' || ${ref("name")} || '@' || ${ref("version")}`.as("target"),
            text("allowed").as("outcome"),
            sql<unknown>`${JSON.stringify({ mode, enabled })}::jsonb`.as("detail"),
          ]),
        ),
    )
    .selectFrom("saved")
    .select("version")
    .executeTakeFirstOrThrow();
}
