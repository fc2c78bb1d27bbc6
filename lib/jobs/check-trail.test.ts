/** What a full check finds is on record, and stands. */
import { expect, it } from "vitest";
import { openFindings } from "../db/audit/found/trail-findings.ts";
import { db } from "../db/client.ts";
import { seal } from "../db/testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../db/testing/turn-fixtures.ts";
import { checkTrail } from "./check-trail.ts";

provideTestDatabase();

const checked = async () => {
  await checkTrail(null);
  const where = { action: "audit.checked" };
  return (await db().auditEvent.findFirstOrThrow({ where, orderBy: { at: "desc" } })).detail;
};

it("finds a role that was set by SQL, and nothing before", async () => {
  const { userId } = await createPerson();
  await seal();
  expect(await checked()).toMatchObject({ fault: null });
  await db().$executeRaw`UPDATE "user" SET role = 'admin' WHERE id = ${userId}`;
  expect(await checked()).toMatchObject({ fault: "role-edited" });
  expect(await openFindings()).toMatchObject([{ fault: "role-edited", name: `user:${userId}` }]);
});
