/** Both checks where a process has one connection, and where the times of checkpoints were set back. */
import { expect, it } from "vitest";
import { closeDatabase, db } from "../db/client.ts";
import { ensureDefaultPolicies } from "../db/policies/ensure-default-policies.ts";
import { endRun } from "../db/testing/trail-fixtures.ts";
import { provideTestDatabase } from "../db/testing/turn-fixtures.ts";
import { checkRecent, type Looked, lookInTurn } from "./check-recent.ts";
import { findFaults } from "./check-trail.ts";

provideTestDatabase();

const POLICY = {
  name: "first",
  text: "permit (principal, action, resource);",
  mode: "observe",
  enabled: true,
} as const;

it("come to their end, and find what was edited", async () => {
  process.env.DATABASE_POOL_SIZE = "1";
  await closeDatabase();
  await ensureDefaultPolicies([POLICY]);
  await endRun();
  const looked: Looked = {};
  expect(await lookInTurn(looked)).toEqual([]);
  expect((await findFaults()).found).toEqual([]);
  await db().policy.updateMany({ data: { enabled: false } });
  const edited = expect.objectContaining({ fault: "policy-edited" });
  expect(await lookInTurn(looked)).toContainEqual(edited);
  expect((await findFaults()).found).toContainEqual(edited);
  await db().policy.updateMany({ data: { enabled: true } });
});

it("watch the rows of the last day by the times of the rows", async () => {
  const { runId } = await endRun();
  await db().$executeRaw`UPDATE audit_checkpoint SET at = '2000-01-01'`;
  const looked: Looked = {};
  expect(await checkRecent(looked)).toEqual([]);
  await db().$executeRaw`UPDATE audit_event SET outcome = 'denied' WHERE run_id = ${runId}::uuid`;
  expect(await checkRecent(looked)).toContainEqual(
    expect.objectContaining({ fault: "row-changed" }),
  );
});
