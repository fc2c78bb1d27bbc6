/** own-catalogue.json is what the migrations make (`npx vitest run lib/db/audit/found -u` writes it); whatever differs is found. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readMigrations } from "../../../../scripts/database/read-migrations.ts";
import { ROOT } from "../../../../scripts/setup/paths.ts";
import { db } from "../../client.ts";
import { createEventMonths } from "../../runs/create-event-months.ts";
import { provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { describeCatalogue, findChangedDefinitions } from "./changed-definitions.ts";
import { inCatalogue } from "./in-catalogue.ts";

provideTestDatabase();

it("has the definitions of the migrated database", async () => {
  const whole = (await inCatalogue(describeCatalogue)).filter(({ isPart }) => !isPart);
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
    [
      "a function that is chosen in place of PostgreSQL's",
      "CREATE FUNCTION convert_to(text, text) RETURNS bytea LANGUAGE sql RETURN ''::bytea",
      "DROP FUNCTION convert_to(text, text)",
      ["added: function convert_to(text, text)"],
    ],
    [
      "the same, as a part of an extension",
      `CREATE FUNCTION convert_to(text, text) RETURNS bytea LANGUAGE sql RETURN ''::bytea;
        ALTER EXTENSION plpgsql ADD FUNCTION convert_to(text, text)`,
      "ALTER EXTENSION plpgsql DROP FUNCTION convert_to(text, text); DROP FUNCTION convert_to(text, text)",
      ["added: function convert_to(text, text)"],
    ],
    [
      "the same, in a schema of PostgreSQL's own",
      "CREATE FUNCTION pg_catalog.convert_to(text, text) RETURNS bytea LANGUAGE sql RETURN ''::bytea",
      "DROP FUNCTION pg_catalog.convert_to(text, text)",
      ["added: function pg_catalog.convert_to(text, text)"],
    ],
    [
      "a function of PostgreSQL's own that does something else",
      "CREATE OR REPLACE FUNCTION pg_catalog.sha256(bytea) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT AS 'SELECT $1'",
      "CREATE OR REPLACE FUNCTION pg_catalog.sha256(bytea) RETURNS bytea LANGUAGE internal IMMUTABLE STRICT AS 'sha256_bytea'",
      ["added: function pg_catalog.sha256(bytea)"],
    ],
    [
      "an aggregate",
      "CREATE AGGREGATE max(varchar) (sfunc = text_larger, stype = text)",
      "DROP AGGREGATE max(varchar)",
      ["added: aggregate max(character varying)"],
    ],
    [
      "an operator",
      `CREATE FUNCTION differ(text, varchar) RETURNS boolean LANGUAGE sql RETURN false;
        CREATE OPERATOR <> (leftarg = text, rightarg = varchar, function = differ)`,
      "DROP OPERATOR <> (text, varchar); DROP FUNCTION differ",
      [
        "added: function differ(text, character varying)",
        "added: operator <>(text,character varying) calls differ",
      ],
    ],
    [
      "a cast",
      "CREATE CAST (text AS bytea) WITHOUT FUNCTION AS IMPLICIT",
      "DROP CAST (text AS bytea)",
      ["added: cast text to bytea"],
    ],
    [
      "an event trigger",
      `CREATE FUNCTION watch() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END';
        CREATE EVENT TRIGGER watches ON ddl_command_end EXECUTE FUNCTION watch()`,
      "DROP EVENT TRIGGER watches; DROP FUNCTION watch",
      ["added: function watch() plpgsql", "added: event trigger watches on ddl_command_end"],
    ],
  ])("is told from ours: %s", async (_what, change, back, told) => {
    for (const statement of change.split(";")) await db().$executeRawUnsafe(statement);
    const found = await findChangedDefinitions();
    for (const statement of back.split(";")) await db().$executeRawUnsafe(statement);
    expect(found.map((line, at) => line.slice(0, told[at]?.length))).toEqual(told);
    expect(await findChangedDefinitions()).toEqual([]);
  });

  it("is ours with an extension, and beside what somebody has in a schema of their own", async () => {
    await db().$executeRawUnsafe("CREATE SCHEMA other");
    await db().$executeRawUnsafe(
      "CREATE FUNCTION other.convert_to(text, text) RETURNS bytea LANGUAGE sql RETURN ''::bytea",
    );
    await db().$executeRawUnsafe("CREATE TYPE other.mood AS ENUM ('well')");
    await db().$executeRawUnsafe("CREATE CAST (other.mood AS text) WITH INOUT AS IMPLICIT");
    expect(await findChangedDefinitions()).toEqual([]);
    await db().$executeRawUnsafe("DROP SCHEMA other CASCADE");
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
