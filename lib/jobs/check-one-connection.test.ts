/** Both checks and the sealer where a process has one connection, and where the times of checkpoints were set back. */
import { afterEach, expect, it, vi } from "vitest";
import { signStates } from "../db/audit/runs/sign-states.ts";
import { closeDatabase, db } from "../db/client.ts";
import { ensureDefaultPolicies } from "../db/policies/ensure-default-policies.ts";
import { endRun } from "../db/testing/trail-fixtures.ts";
import { provideTestDatabase } from "../db/testing/turn-fixtures.ts";
import { processSlot } from "../env/process-wide.ts";
import { forgetSettings } from "../env/settings.ts";
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

/** As a process that begins behind a change of the key of rows. Of the earlier one it knows nothing. */
function changeKey(): void {
  vi.stubEnv("AUDIT_ROW_KEY", Buffer.alloc(32, 9).toString("base64url"));
  forgetSettings();
  for (const name of ["runs-signed", "events-signed", "states-signed", "proved-leaves"])
    processSlot(name).value = undefined;
}

afterEach(() => {
  vi.unstubAllEnvs();
  forgetSettings();
});

it("seal behind rows of a key that is gone", async () => {
  expect(await signStates()).toBe(true);
  await endRun();
  changeKey();
  expect(await signStates()).toBe(true);
  const { runId } = await endRun();
  const end = await db().auditEvent.findFirst({ where: { runId, action: "run.ended" } });
  expect(end?.place).not.toBeNull();
  const signed = await db().auditEvent.count({ where: { action: "trail.signed" } });
  expect(signed).toBe(1);
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
