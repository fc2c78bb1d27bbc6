/** The logs of ended runs in the real database: what was done to one behind the product's back is found and named. */
import { describe, expect, it } from "vitest";
import { db, kysely } from "../../client.ts";
import { checkTrail, endRun, tamper } from "../../testing/trail-fixtures.ts";
import { provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { recordAudit } from "../record-audit.ts";
import { checkRuns } from "./read-runs.ts";

provideTestDatabase();

const SPARE = "00000000-0000-7000-8000-000000000000";

describe("a sealed run", () => {
  it("holds as it was stored", async () => {
    await endRun();
    expect(await checkTrail()).toMatchObject({ ok: true });
    expect(await checkRuns()).toEqual({ ok: true, runs: 1, erased: 0 });
  });

  it.each([
    [
      "a changed payload",
      `UPDATE run_event SET payload = '{"x":1}' WHERE seq = 2`,
      2,
      "event-changed",
    ],
    ["a changed type", "UPDATE run_event SET type = 'x' WHERE seq = 3", 3, "event-changed"],
    ["a removed event", "DELETE FROM run_event WHERE seq = 2", 2, "event-missing"],
    ["a cut log", "DELETE FROM run_event WHERE seq >= 3", 3, "event-missing"],
    [
      "a payload that nobody says was erased",
      "UPDATE run_event SET payload = NULL WHERE seq = 1",
      1,
      "payload-missing",
    ],
    [
      "a rewritten answer",
      "UPDATE message SET content = 'forged' WHERE role = 'assistant'",
      0,
      "answer-changed",
    ],
  ])("shows %s", async (_name, statement, seq, why) => {
    expect(await tamper([statement], checkRuns)).toMatchObject({ ok: false, seq, why });
    expect(await checkRuns()).toMatchObject({ ok: true });
  });

  it("shows two whose logs and answers were exchanged", async () => {
    const [one, two] = [await endRun(), await endRun()];
    const swap = async () => {
      for (const [from, to] of [
        [one.runId, SPARE],
        [two.runId, one.runId],
        [SPARE, two.runId],
      ])
        for (const table of ["run_seal", "run_event"])
          await db().$executeRawUnsafe(
            `UPDATE ${table} SET run_id = '${to}' WHERE run_id = '${from}'`,
          );
    };
    await db().$executeRaw`ALTER TABLE run_event DISABLE TRIGGER ALL`;
    await swap();
    expect(await checkTrail()).toMatchObject({ ok: false, why: "row-changed" });
    await swap();
    expect(await checkTrail()).toMatchObject({ ok: true });
    await db().$executeRaw`ALTER TABLE run_event ENABLE TRIGGER ALL`;
  });

  it.each([
    `action = 'log.erased', detail = '{"from":"x","before":"y"}'`,
    `action = 'payloads.erased', detail = '{"runIds":5}'`,
    `action = 'conversation.erased', detail = '{"runIds":{"a":1}}'`,
  ])("is checked whatever a changed row says was erased: %s", async (edit) => {
    const { place } = await db().auditEvent.findFirstOrThrow({ where: { place: { gte: 0 } } });
    const both = async () => [await checkTrail(), await checkRuns()];
    const found = await tamper([`UPDATE audit_event SET ${edit} WHERE place = ${place}`], both);
    expect(found[0]).toMatchObject({ ok: false, why: "row-changed" });
  });

  it("may lose its payloads, or itself, only under a tombstone", async () => {
    await db().$executeRaw`DELETE FROM run_seal`;
    const { runId } = await endRun();
    const tombstone = { actorId: null, target: "retention", outcome: "allowed" } as const;
    await db().$executeRaw`UPDATE run_event SET payload = NULL WHERE run_id = ${runId}::uuid`;
    expect(await checkRuns()).toMatchObject({ ok: false, why: "payload-missing" });
    const detail = { rule: "retention", runIds: [runId] };
    await recordAudit(kysely(), { ...tombstone, action: "payloads.erased", detail });
    expect(await checkRuns()).toEqual({ ok: true, runs: 1, erased: 1 });
    const rewrite = "UPDATE message SET content = 'forged' WHERE role = 'assistant'";
    expect(await tamper([rewrite], checkRuns)).toMatchObject({ ok: false, why: "answer-changed" });
    const unsalted = "UPDATE run_seal SET answer_salt = NULL";
    expect(await tamper([rewrite, unsalted], checkRuns)).toMatchObject({ why: "answer-changed" });
    await db().run.deleteMany();
    expect(await checkRuns()).toMatchObject({ ok: false, seq: 1, why: "event-missing" });
    const rows = { run: 1 };
    await recordAudit(kysely(), {
      ...tombstone,
      action: "conversation.erased",
      detail: { ...detail, rows },
    });
    expect(await checkRuns()).toEqual({ ok: true, runs: 1, erased: 1 });
  });
});
