/** What was found stays found until an admin has acknowledged it. */
import { beforeEach, describe, expect, it } from "vitest";
import { GET as health } from "../../../../app/api/health/trail/route.ts";
import type { Actor } from "../../../access/actor.ts";
import { db } from "../../client.ts";
import { acknowledgeFindings } from "../../looks/acknowledge-findings.ts";
import { seal } from "../../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { recordForeignRules } from "./foreign-rules.ts";
import { foundAt, openFindings, recordFinding } from "./trail-findings.ts";

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
    expect((await health()).status).toBe(200);
    await recordFinding(foundAt("row-changed", { place: 4 }));
    await seal();
    expect(await codes()).toEqual([["row-changed", 4]]);
    const told = await health();
    expect([told.status, await told.json()]).toEqual([503, { status: "found", findings: 1 }]);
    const [finding] = await openFindings();
    expect(await acknowledgeFindings(admin, finding?.id ?? "")).toEqual([]);
    expect((await health()).status).toBe(200);
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

  it("is not forgotten where its row is removed", async () => {
    await recordFinding(foundAt("anchor-lost"));
    await db().auditEvent.deleteMany({ where: { action: "trail.found" } });
    expect(await codes()).toEqual([["anchor-lost", null]]);
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

const FOREIGN: [string, string, string, string][] = [
  [
    "a trigger",
    "CREATE FUNCTION foreign_one() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';\nCREATE TRIGGER looks BEFORE INSERT ON message FOR EACH ROW EXECUTE FUNCTION foreign_one()",
    "DROP FUNCTION foreign_one CASCADE",
    "foreign-trigger: looks on message",
  ],
  [
    "a rule",
    "CREATE RULE nothing AS ON DELETE TO audit_leaf DO INSTEAD NOTHING",
    "DROP RULE nothing ON audit_leaf",
    "foreign-rule: nothing on audit_leaf",
  ],
  [
    "a row policy",
    "CREATE POLICY hidden ON audit_event USING (false)",
    "DROP POLICY hidden ON audit_event",
    "foreign-row-policy: hidden on audit_event",
  ],
  [
    "a constraint that is not checked",
    "ALTER TABLE approval ADD CONSTRAINT later CHECK (status <> 'x') NOT VALID",
    "ALTER TABLE approval DROP CONSTRAINT later",
    "foreign-constraint: later on approval",
  ],
];

describe("what is not ours in the database", () => {
  it("is nothing in a database as it is made", async () => {
    await recordForeignRules();
    expect(await openFindings()).toEqual([]);
  });

  it.each(FOREIGN)("is found: %s", async (_what, put, remove, told) => {
    for (const statement of put.split(";\n")) await db().$executeRawUnsafe(statement);
    await recordForeignRules();
    await db().$executeRawUnsafe(remove);
    expect((await openFindings()).map(({ fault, name }) => `${fault}: ${name}`)).toEqual([told]);
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
