/** A process that is told to end while another instance is up: what it began is the other's to end. */

import { afterEach, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../scripts/testing/until.ts";
import { INSTANCE_GONE_MS } from "../../contracts/limits.ts";
import { NO_ARTIFACTS, type RunPorts } from "../../contracts/run/run-work.ts";
import { db, openListener } from "../../db/client.ts";
import { keepInstanceRow } from "../../db/instances/keep-instance-row.ts";
import {
  createPerson,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../../db/testing/turn-fixtures.ts";
import { createTurn } from "../../db/turns/create-turn.ts";
import { executeRun } from "../execute-run.ts";
import { runRegistry } from "../run-registry.ts";
import { endRuns } from "./end-runs.ts";
import { hasOtherInstances, keepInstance } from "./instances.ts";

provideTestDatabase();
afterEach(() => {
  runRegistry().isEnding = false;
});

const OTHER = { id: "other:1", version: "1.0.0", isDraining: false, runs: 0, streams: 0 };

/** It does not seem to be gone again, however long a test takes. */
async function sayOtherIsUp(): Promise<void> {
  await keepInstanceRow({ ...OTHER, takeovers: 0, memory: 0 }, INSTANCE_GONE_MS);
  const seenAt = new Date(Date.now() + 3_600_000);
  await db().instance.update({ where: { id: OTHER.id }, data: { seenAt } });
}

/** Begins a run that writes "Kept." and ends when it is let. */
async function beginRun() {
  const { instanceId: leaseOwner } = runRegistry();
  const begun = await createTurn(await createPerson(), newTurn({ leaseOwner }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { promise: rest, resolve: letEnd } = Promise.withResolvers<void>();
  executeRun(begun.turn, async ({ emitText }: RunPorts) => {
    emitText("Kept.");
    await rest;
    emitText(" The rest.");
    return { ending: "complete", reason: null, totals: NO_TOTALS, ...NO_ARTIFACTS };
  });
  const { runId } = begun.turn;
  const stored = () => db().run.findUniqueOrThrow({ where: { id: runId } });
  const typesOfLog = async () =>
    (await db().runEvent.findMany({ where: { runId }, orderBy: { seq: "asc" } })).map(
      ({ type }) => type,
    );
  return { runId, letEnd, stored, typesOfLog };
}

it("work that goes on while its log is handed over stores no end that its log does not have", async () => {
  await sayOtherIsUp();
  const run = await beginRun();
  const holder = openListener();
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM run WHERE id = $1 FOR UPDATE", [run.runId]);
  const ended = endRuns(0);
  await vi.waitFor(async () => {
    const waiting = await holder.query("SELECT FROM pg_locks WHERE NOT granted");
    expect(waiting.rowCount).toBeGreaterThan(0);
  }, PATIENCE);
  run.letEnd();
  await new Promise((resolve) => setImmediate(resolve));
  await holder.query("COMMIT");
  await holder.end();
  await ended;

  const { status, leaseUntil } = await run.stored();
  expect(status).toBe("running");
  expect(leaseUntil?.getTime()).toBeLessThanOrEqual(Date.now());
  expect(await run.typesOfLog()).toEqual(["answer.delta"]);
});

it("others that were only late to say that they are up are waited for", async () => {
  await sayOtherIsUp();
  await keepInstance();
  const run = await beginRun();
  await db().instance.update({ where: { id: OTHER.id }, data: { seenAt: new Date(0) } });
  const ended = endRuns(0);
  await vi.waitFor(() => expect(hasOtherInstances()).toBe(false), PATIENCE);
  await sayOtherIsUp();
  await ended;
  run.letEnd();
  expect((await run.stored()).status).toBe("running");
});
