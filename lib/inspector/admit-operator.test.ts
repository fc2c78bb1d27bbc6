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
  it.each(PERMISSIONS)("lets operators in for %s, without a row", async (permission) => {
    for (const role of ["auditor", "admin"] as const) {
      const operator = await createPerson(role);
      expect(await admitOperator(operator, permission, "/admin/runs")).toBe(operator);
    }
    expect(await db().auditEvent.count()).toBe(0);
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
