/** The seal of one run, checked when the run is opened. */
import { beforeAll, describe, expect, it } from "vitest";
import { sealTrail } from "../../db/audit/seal/seal-trail.ts";
import { trailKeys } from "../../db/audit/trail-keys.ts";
import { db } from "../../db/client.ts";
import { endRun, tamper } from "../../db/testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../../db/testing/turn-fixtures.ts";
import { checkSeal } from "./inspect-run.ts";

provideTestDatabase();

const sealAll = () => sealTrail(trailKeys(), null);

/** Each in its own batch, so that the proof begins at subtrees of earlier ones. */
async function sealedRuns(count: number) {
  const runs = [];
  for (let index = 0; index < count; index += 1) runs.push(await endRun(sealAll));
  return runs;
}

let runs: Awaited<ReturnType<typeof sealedRuns>>;
beforeAll(async () => {
  runs = await sealedRuns(7);
});

describe("the seal of a run", () => {
  it("holds for every run, whatever was sealed before and after it", async () => {
    const auditor = await createPerson("auditor");
    for (const [place, { runId }] of runs.entries())
      expect(await checkSeal(auditor, runId)).toMatchObject({ state: "holds", place, events: 4 });
  });

  it("is waiting until the sealer has come", async () => {
    const admin = await createPerson("admin");
    const { runId } = await endRun(async () => null);
    expect(await checkSeal(admin, runId)).toEqual({ state: "waiting" });
    await sealAll();
    expect(await checkSeal(admin, runId)).toMatchObject({ state: "holds" });
  });

  it("is broken where its log was not the application's when it was to be sealed", async () => {
    const admin = await createPerson("admin");
    const { runId } = await endRun(async () => null);
    await db()
      .$executeRaw`UPDATE run_event SET payload = '{}' WHERE run_id = ${runId}::uuid AND seq = 3`;
    await sealAll();
    expect(await checkSeal(admin, runId)).toMatchObject({
      state: "broken",
      why: "log-forged",
      seq: 3,
    });
  });

  it.each([
    [
      "an event was changed",
      "UPDATE run_event SET payload = '{}' WHERE seq = 2",
      "event-changed",
      2,
    ],
    ["the last event was cut off", "DELETE FROM run_event WHERE seq = 4", "event-missing", 4],
    [
      "the answer was rewritten",
      "UPDATE message SET content = 'x' WHERE role = 'assistant'",
      "answer-changed",
      0,
    ],
    [
      "the row of its end was changed",
      "UPDATE audit_event SET outcome = 'denied'",
      "row-changed",
      0,
    ],
    [
      "its seal was changed",
      "UPDATE run_seal SET commitments = commitments || commitments",
      "row-changed",
      0,
    ],
    [
      "the tree before it was changed",
      "UPDATE audit_checkpoint SET subtrees = sha256('x') WHERE size = 4",
      "not-included",
      0,
    ],
    [
      "its checkpoint is another key's",
      "UPDATE audit_checkpoint SET note = replace(note, '5', '6')",
      "note-unreadable",
      0,
    ],
    ["the row of its end was removed", "DELETE FROM audit_event", "row-missing", 0],
  ])("is broken where %s", async (_name, statement, why, seq) => {
    const admin = await createPerson("admin");
    const { runId } = runs[4] ?? { runId: "" };
    const found = await tamper([statement], () => checkSeal(admin, runId));
    expect(found).toMatchObject({ state: "broken", why, seq });
  });

  it("is shown to operators alone", async () => {
    const { runId } = runs[0] ?? { runId: "" };
    await expect(checkSeal(await createPerson("user"), runId)).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});
