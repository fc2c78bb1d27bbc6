/** own-catalogue.json is what the migrations make (`npx vitest run lib/db/audit/found -u` writes it); whatever differs is found. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readMigrations } from "../../../../scripts/database/read-migrations.ts";
import { ROOT } from "../../../../scripts/setup/paths.ts";
import { db } from "../../client.ts";
import { createEventMonths } from "../../runs/create-event-months.ts";
import { provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { findChangedDefinitions } from "./changed-definitions.ts";
import { describeCatalogue } from "./describe-catalogue.ts";

provideTestDatabase();

it("has the definitions of the migrated database", async () => {
  const whole = (await describeCatalogue()).filter(({ isPart }) => !isPart);
  const catalogue = {
    migrations: readMigrations().map(({ name }) => name),
    owners: [...new Set(whole.map(({ owner }) => owner))].toSorted(),
    lines: whole.map(({ line }) => line).toSorted(),
  };
  await expect(`${JSON.stringify(catalogue, null, 2)}\n`).toMatchFileSnapshot(
    join(ROOT, "lib/db/audit/found/own-catalogue.json"),
  );
});

describe("a database", () => {
  it("is ours as it is made, with its months, and beside tables of others", async () => {
    await createEventMonths();
    await db().$executeRawUnsafe("CREATE TABLE other (id int PRIMARY KEY, more text UNIQUE)");
    expect(await findChangedDefinitions()).toEqual([]);
    await db().$executeRawUnsafe("DROP TABLE other");
  });

  it.each([
    [
      "a dropped constraint",
      "ALTER TABLE approval DROP CONSTRAINT approval_status_check",
      `ALTER TABLE approval ADD CONSTRAINT approval_status_check
        CHECK (status IN ('pending', 'approved', 'declined', 'expired'))`,
      ["removed: constraint approval_status_check on approval:"],
    ],
    [
      "an added constraint",
      "ALTER TABLE feedback ADD CONSTRAINT more CHECK (verdict <> 'down')",
      "ALTER TABLE feedback DROP CONSTRAINT more",
      ["added: constraint more on feedback:"],
    ],
    [
      "a dropped unique index",
      "DROP INDEX run_one_active",
      `CREATE UNIQUE INDEX run_one_active ON run(conversation_id) WHERE status = 'running'`,
      ["removed: index CREATE UNIQUE INDEX run_one_active"],
    ],
    [
      "an index that evaluates something",
      "CREATE INDEX more ON run_event_default ((lower(type)))",
      "DROP INDEX more",
      ["added: index CREATE INDEX more"],
    ],
    [
      "another default",
      `ALTER TABLE "user" ALTER role SET DEFAULT 'admin'`,
      `ALTER TABLE "user" ALTER role SET DEFAULT 'user'`,
      ["removed: column user.role", "added: column user.role"],
    ],
    [
      "a default of a partition",
      "ALTER TABLE run_event_default ALTER payload SET DEFAULT '{}'",
      "ALTER TABLE run_event_default ALTER payload DROP DEFAULT",
      ["added: column run_event.payload"],
    ],
    [
      "a column that may be empty",
      "ALTER TABLE message ALTER content DROP NOT NULL",
      "ALTER TABLE message ALTER content SET NOT NULL",
      ["removed: column message.content", "added: column message.content"],
    ],
    [
      "one more column",
      "ALTER TABLE run ADD more int DEFAULT 1",
      "ALTER TABLE run DROP more",
      ["added: column run.more"],
    ],
    [
      "row security without a policy",
      "ALTER TABLE audit_event ENABLE ROW LEVEL SECURITY",
      "ALTER TABLE audit_event DISABLE ROW LEVEL SECURITY",
      ["removed: table audit_event", "added: table audit_event"],
    ],
    [
      "a key that does something else",
      `ALTER TABLE feedback DROP CONSTRAINT feedback_conversation_id_fkey, ADD CONSTRAINT feedback_conversation_id_fkey
        FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON UPDATE CASCADE`,
      `ALTER TABLE feedback DROP CONSTRAINT feedback_conversation_id_fkey, ADD CONSTRAINT feedback_conversation_id_fkey
        FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON UPDATE CASCADE ON DELETE CASCADE`,
      [
        "removed: constraint feedback_conversation_id_fkey",
        "added: constraint feedback_conversation_id_fkey",
      ],
    ],
    [
      "another view of the log",
      "ALTER VIEW log_event RENAME TO kept; CREATE VIEW log_event AS SELECT * FROM kept WHERE type <> 'tool.called'",
      "DROP VIEW log_event; ALTER VIEW kept RENAME TO log_event",
      ["removed: view log_event:", "added: view log_event:"],
    ],
    [
      "another function of the log",
      `CREATE OR REPLACE FUNCTION upcast_run_event("type" text, "version" smallint, "payload" jsonb) RETURNS jsonb
        LANGUAGE sql IMMUTABLE RETURN '{}'::jsonb`,
      `CREATE OR REPLACE FUNCTION upcast_run_event("type" text, "version" smallint, "payload" jsonb) RETURNS jsonb
        LANGUAGE sql IMMUTABLE RETURN "payload"`,
      ["removed: function upcast_run_event", "added: function upcast_run_event"],
    ],
  ])("is told from ours: %s", async (_what, change, back, told) => {
    for (const statement of change.split(";")) await db().$executeRawUnsafe(statement);
    const found = await findChangedDefinitions();
    for (const statement of back.split(";")) await db().$executeRawUnsafe(statement);
    expect(found.map((line, at) => line.slice(0, told[at]?.length))).toEqual(told);
    expect(await findChangedDefinitions()).toEqual([]);
  });

  it("is not suspected while an instance of a newer version has migrated it", async () => {
    await db().$executeRawUnsafe("ALTER TABLE run ADD later int");
    await db().$executeRawUnsafe(`INSERT INTO _prisma_migrations (id, checksum, migration_name)
      VALUES ('x', 'x', '9999_later')`);
    expect(await findChangedDefinitions()).toEqual([]);
    await db().$executeRawUnsafe("DELETE FROM _prisma_migrations WHERE id = 'x'");
    expect(await findChangedDefinitions()).toEqual(["added: column run.later integer"]);
    await db().$executeRawUnsafe("ALTER TABLE run DROP later");
  });
});
