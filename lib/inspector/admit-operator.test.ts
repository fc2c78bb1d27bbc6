import { afterEach, describe, expect, it } from "vitest";
import type { Permission } from "../access/permissions.ts";
import { db } from "../db/client.ts";
import { createPerson, provideTestDatabase } from "../db/testing/turn-fixtures.ts";
import { admitOperator } from "./admit-operator.ts";

provideTestDatabase();
afterEach(async () => {
  await db().auditEvent.deleteMany();
});

const PERMISSIONS = ["run:list", "run:inspect", "state:inspect"] as const satisfies Permission[];

describe("admitOperator", () => {
  it.each(PERMISSIONS)("lets operators in for %s, without a row of theirs", async (permission) => {
    for (const role of ["auditor", "admin"] as const) {
      const operator = await createPerson(role);
      expect(await admitOperator(operator, permission, "/admin/runs")).toBe(operator);
    }
    expect(await db().auditEvent.count({ where: { actorId: { not: null } } })).toBe(0);
  });

  it("lets nobody in under a role that is not on record", async () => {
    const person = await createPerson("admin");
    const target = `user:${person.userId}`;
    const rows = () => db().auditEvent.findMany({ where: { target }, orderBy: { at: "asc" } });
    await db().$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT broken CHECK (false) NOT VALID`;
    const refused = admitOperator(person, "run:list", "/admin/runs");
    await expect(refused).rejects.toMatchObject({ code: "audit-unavailable" });
    await db().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT broken`;
    await admitOperator(person, "run:list", "/admin/runs");
    await admitOperator(person, "run:list", "/admin/runs");
    const first = { subjectId: person.userId, detail: { from: "user", to: "admin" } };
    const change = { action: "account.role-changed", actorId: null };
    expect(await rows()).toMatchObject([{ ...change, ...first }]);
    // An operator changes the role by SQL, and the person's session goes on.
    await db().user.update({ where: { id: person.userId }, data: { role: "auditor" } });
    await admitOperator({ ...person, role: "auditor" }, "run:list", "/admin/runs");
    expect(await rows()).toMatchObject([
      { ...change, ...first },
      { ...change, detail: { from: "admin", to: "auditor" } },
    ]);
  });

  it.each(["user", null] as const)("turns %s away and records it", async (role) => {
    const actor = role && (await createPerson(role));
    for (const permission of PERMISSIONS) {
      await expect(admitOperator(actor, permission, "/admin/runs/1")).rejects.toMatchObject({
        code: "not-found",
        httpStatus: 404,
      });
    }
    const denied = {
      actorId: actor?.userId ?? null,
      action: "inspector.denied",
      target: "/admin/runs/1",
      outcome: "denied",
    };
    // One row a minute covers the same address.
    expect(await db().auditEvent.findMany()).toMatchObject([denied]);
  });
});
