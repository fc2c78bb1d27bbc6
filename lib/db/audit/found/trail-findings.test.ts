/** What was found stays found until an admin has acknowledged it. */
import { sql } from "kysely";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { commitTo } from "../../../audit/canonical.ts";
import { closeDatabase, db, kysely, pool } from "../../client.ts";
import { acknowledgeFindings } from "../../looks/acknowledge-findings.ts";
import { seal } from "../../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { findForeignRules, recordForeignRules } from "./foreign-rules.ts";
import { foundAt, openFindings, recordFinding, writeFindings } from "./trail-findings.ts";

provideTestDatabase();

let admin: Actor;
beforeEach(async () => {
  admin = await createPerson("admin");
  await acknowledgeAll();
});

const acknowledgeAll = async () =>
  acknowledgeFindings(admin, (await openFindings()).at(-1)?.id ?? "");

const codes = async () => (await openFindings()).map(({ fault, place }) => [fault, place]);

describe("a finding", () => {
  it("stands until it is acknowledged, also once it is sealed", async () => {
    await recordFinding(foundAt("row-changed", { place: 4 }));
    await seal();
    expect(await codes()).toEqual([["row-changed", 4]]);
    const [finding] = await openFindings();
    expect(await acknowledgeFindings(admin, finding?.id ?? "")).toEqual([]);
    const where = { action: "trail.acknowledged", actorId: admin.userId };
    const row = await db().auditEvent.findFirstOrThrow({ where, orderBy: { at: "desc" } });
    expect(row.detail).toEqual({ findings: [finding?.id] });
  });

  it("is one for each place, however often it is found, and stands again after it was acknowledged", async () => {
    await recordFinding(foundAt("row-changed", { place: 4 }));
    await recordFinding(foundAt("row-changed", { place: 4 }));
    await recordFinding(foundAt("row-missing", { place: 5 }));
    expect(await codes()).toEqual([
      ["row-changed", 4],
      ["row-missing", 5],
    ]);
    await acknowledgeAll();
    await recordFinding(foundAt("row-changed", { place: 4 }));
    expect(await codes()).toEqual([["row-changed", 4]]);
  });

  it("is not forgotten where its row is removed, or never gets there, and is written as soon as it can be", async () => {
    await db().$executeRawUnsafe(
      "ALTER TABLE audit_event ADD CONSTRAINT quiet CHECK (action <> 'trail.found') NOT VALID",
    );
    await recordFinding(foundAt("anchor-lost"));
    expect(await codes()).toEqual([["anchor-lost", null]]);
    await db().$executeRawUnsafe("ALTER TABLE audit_event DROP CONSTRAINT quiet");
    await writeFindings();
    const where = { action: "trail.found", detail: { path: ["fault"], equals: "anchor-lost" } };
    expect(await db().auditEvent.deleteMany({ where })).toEqual({ count: 1 });
    await writeFindings();
    expect(await db().auditEvent.count({ where })).toBe(1);
    expect(await codes()).toEqual([["anchor-lost", null]]);
  });

  it("about rows is another one after ten minutes, and not at once", async () => {
    await recordFinding(foundAt("row-removed", { rows: 1 }));
    await recordFinding(foundAt("row-removed", { rows: 5 }));
    expect(await openFindings()).toMatchObject([{ rows: 1 }]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 660_000 });
    await recordFinding(foundAt("row-removed", { rows: 7 }));
    vi.useRealTimers();
    expect(await openFindings()).toMatchObject([{ rows: 1 }, { rows: 7 }]);
  });

  it("does not grow out of a row whose detail was replaced beside its commitment", async () => {
    await recordFinding(foundAt("row-changed", { place: 9 }));
    const [finding] = await openFindings();
    await acknowledgeFindings(admin, finding?.id ?? "");
    await recordFinding(foundAt("row-changed", { place: 10 }));
    const [standing] = await openFindings();
    const where = { action: "trail.acknowledged" };
    const { id } = await db().auditEvent.findFirstOrThrow({ where, orderBy: { at: "desc" } });
    const row = await kysely()
      .selectFrom("audit_event")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const commitment = commitTo(row.detail, row.salt);
    const forged = {
      detail: { findings: [standing?.id ?? ""] },
      detailCommitment: new Uint8Array(commitment),
    };
    await db().auditEvent.update({ where: { id }, data: forged });
    expect(await codes()).toEqual([["row-changed", 10]]);
    await db().auditEvent.update({
      where: { id },
      data: { detail: row.detail as object, detailCommitment: null },
    });
  });

  it("is not acknowledged by a row that the application did not write", async () => {
    await recordFinding(foundAt("row-changed", { place: 7 }));
    const [finding] = await openFindings();
    await db().$executeRaw`INSERT INTO audit_event (id, actor_id, action, target, outcome, detail)
      VALUES (gen_random_uuid(), ${admin.userId}, 'trail.acknowledged', 'audit', 'allowed',
        jsonb_build_object('findings', jsonb_build_array(${finding?.id}::text)))`;
    expect(await codes()).toEqual([["row-changed", 7]]);
  });

  it.each(["user", "auditor"] as const)("is not acknowledged by the role %s", async (role) => {
    const actor = await createPerson(role);
    await expect(acknowledgeFindings(actor, "")).rejects.toMatchObject({ code: "forbidden" });
  });
});

const FOREIGN: [string, string, string, string[]][] = [
  [
    "a trigger",
    "CREATE FUNCTION foreign_one() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';\nCREATE TRIGGER looks BEFORE INSERT ON message FOR EACH ROW EXECUTE FUNCTION foreign_one()",
    "DROP FUNCTION foreign_one CASCADE",
    [
      "definition-changed: added: function foreign_one() plpgsql",
      "foreign-trigger: looks on message",
    ],
  ],
  [
    "a rule",
    "CREATE RULE nothing AS ON DELETE TO audit_leaf DO INSTEAD NOTHING",
    "DROP RULE nothing ON audit_leaf",
    ["foreign-rule: nothing on audit_leaf"],
  ],
  [
    "a row policy",
    "CREATE POLICY hidden ON audit_event USING (false)",
    "DROP POLICY hidden ON audit_event",
    ["foreign-row-policy: hidden on audit_event"],
  ],
  [
    "a constraint that is not checked",
    "ALTER TABLE approval ADD CONSTRAINT later CHECK (status <> 'x') NOT VALID",
    "ALTER TABLE approval DROP CONSTRAINT later",
    ["foreign-constraint: later on approval"],
  ],
];

/** Statements that wait for each other share one connection, which keeps what this one does. */
async function inSession(statement: string, look: () => Promise<void>) {
  await closeDatabase();
  try {
    await pool().query(statement);
    await look();
  } finally {
    await closeDatabase();
  }
}

describe("what is not ours in the database", () => {
  it("is nothing in a database as it is made", async () => {
    await recordForeignRules();
    expect(await openFindings()).toEqual([]);
  });

  it.each(FOREIGN)("is found: %s", async (_what, put, remove, told) => {
    for (const statement of put.split(";\n")) await db().$executeRawUnsafe(statement);
    await recordForeignRules();
    await db().$executeRawUnsafe(remove);
    const found = (await openFindings()).map(({ fault, name }) => `${fault}: ${name}`);
    expect(found.map((one, at) => one.slice(0, told[at]?.length))).toEqual(told);
  });

  it("is looked for in PostgreSQL's own catalogue, whatever the database asks of its connections", async () => {
    const [{ name } = { name: "" }] = await db().$queryRaw<{ name: string }[]>`
      SELECT quote_ident(current_database()) AS name`;
    const run = (statement: string) => db().$executeRawUnsafe(statement);
    await run("CREATE TABLE pg_trigger (LIKE pg_catalog.pg_trigger)");
    await run("CREATE RULE nothing AS ON DELETE TO audit_leaf DO INSTEAD NOTHING");
    await run(
      "CREATE TRIGGER looks BEFORE UPDATE ON message FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    );
    await run(`ALTER DATABASE ${name} SET search_path = public, pg_catalog`);
    await closeDatabase();
    try {
      const { rows } = await sql<{ path: string }>`SHOW search_path`.execute(kysely());
      expect(rows).toEqual([{ search_path: "public,pg_temp" }]);
      const found = (await findForeignRules()).map(({ name: what }) => what);
      expect(found).toEqual(["nothing on audit_leaf", "looks on message"]);
      // As behind a pooler that passes nothing on.
      await inSession("SET search_path = public, pg_catalog", async () => {
        const behind = (await findForeignRules()).map(({ name: what }) => what);
        expect(behind).toEqual([
          "nothing on audit_leaf",
          "looks on message",
          "public before pg_catalog",
        ]);
      });
    } finally {
      await run(`ALTER DATABASE ${name} RESET search_path`);
      await run("DROP TABLE public.pg_trigger");
      await run("DROP RULE nothing ON audit_leaf");
      await run("DROP TRIGGER looks ON message");
      await closeDatabase();
    }
  });

  it.each([
    ["CREATE TEMPORARY TABLE run_seal (id int)", "temporary table run_seal"],
    ["SET session_replication_role = replica", "session_replication_role is replica"],
  ])("is found in a session: %s", async (statement, told) => {
    await inSession(statement, async () => {
      expect((await findForeignRules()).map(({ name }) => name)).toEqual([told]);
    });
  });

  it("is found where the triggers of keys are switched off", async () => {
    await db().$executeRawUnsafe("ALTER TABLE feedback DISABLE TRIGGER ALL");
    await recordForeignRules();
    await db().$executeRawUnsafe("ALTER TABLE feedback ENABLE TRIGGER ALL");
    const found = await openFindings();
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ fault }) => fault === "foreign-trigger")).toBe(true);
  });
});
