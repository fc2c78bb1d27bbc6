import { describe, expect, it } from "vitest";
import type { RunPage } from "../../../contracts/inspector/run-query.ts";
import { db } from "../../client.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { findRun } from "../find-run.ts";
import { recordRun, SOME_EVENTS } from "../testing/recorded-run.ts";
import { listRuns } from "./list-runs.ts";

provideTestDatabase();
process.env.PAYLOAD_REASON = "free";

const idsOf = (page: RunPage) => page.runs.map((run) => run.id);

/** Runs of a separate person, oldest first; the second and third start at the same time. */
async function recordRuns(count: number) {
  const person = await createPerson();
  const name = `Person ${person.userId}`;
  await db().user.update({ where: { id: person.userId }, data: { name } });
  const ids: string[] = [];
  const began = Date.now() - 3_600_000;
  for (let index = 0; index < count; index += 1) {
    const startedAt = new Date(began + (index === 2 ? 1 : index) * 60_000);
    ids.push((await recordRun(person, { startedAt })).runId);
  }
  return { person, name, ids };
}

describe("listRuns", () => {
  it("is for operators only", async () => {
    for (const role of ["user"] as const) {
      const actor = await createPerson(role);
      await expect(listRuns(actor, {})).rejects.toMatchObject({ code: "forbidden" });
      await expect(findRun(actor, crypto.randomUUID())).rejects.toMatchObject({
        code: "forbidden",
      });
    }
  });

  it("pages from the newest to the oldest and back without gaps or repeats", async () => {
    const admin = await createPerson("admin");
    const { name, ids } = await recordRuns(5);
    const down: string[][] = [];
    let page = await listRuns(admin, { person: name }, 2);
    expect(page.newer).toBeNull();
    down.push(idsOf(page));
    while (page.older) {
      page = await listRuns(admin, { person: name, before: page.older }, 2);
      down.push(idsOf(page));
    }
    expect(new Set(down.flat())).toEqual(new Set(ids));
    expect(down.flat()).toHaveLength(5);
    expect(down[0]).toEqual([ids[4], ids[3]]);

    const up: string[][] = [];
    while (page.newer) {
      page = await listRuns(admin, { person: name, after: page.newer }, 2);
      up.unshift(idsOf(page));
    }
    expect(up.flat()).toEqual(down.slice(0, 2).flat());
  });

  it("titles each run with one line of its question, cut if it is long", async () => {
    const person = await createPerson("admin");
    const asked = ["\n  Count   to 3\nand then on", `${"long ".repeat(40)}`, "", "🜂".repeat(130)];
    const shown: string[] = [];
    for (const text of asked) {
      const { runId } = await recordRun(person, { text });
      shown.push((await findRun(person, runId)).question);
    }
    expect(shown[0]).toBe("Count to 3");
    expect(shown[1]).toBe(`${"long ".repeat(24).slice(0, 119)}…`);
    expect(shown[2]).toBe("");
    expect(shown[3]).toMatch(/^(🜂)+…$/u);
  });

  it("filters by status and by a literal part of the person's name or e-mail address", async () => {
    const admin = await createPerson("admin");
    const person = await createPerson();
    await db().user.update({ where: { id: person.userId }, data: { name: "Ana 100%_Sure" } });
    const failed = await recordRun(person, { status: "failed" });
    const complete = await recordRun(person);
    const { email } = await db().user.findUniqueOrThrow({ where: { id: person.userId } });
    expect(idsOf(await listRuns(admin, { person: "ana 100%_s" }))).toEqual([
      complete.runId,
      failed.runId,
    ]);
    expect(idsOf(await listRuns(admin, { person: "%_%" }))).toEqual([]);
    expect(idsOf(await listRuns(admin, { person: email, status: "failed" }))).toEqual([
      failed.runId,
    ]);
  });

  it("counts an active run from its log", async () => {
    const admin = await createPerson("admin");
    const person = await createPerson();
    const { runId } = await recordRun(person, { status: "running", events: SOME_EVENTS });
    expect(await findRun(admin, runId)).toMatchObject({
      status: "running",
      model: "test-model",
      rounds: 1,
      modelCalls: 1,
      toolCalls: 1,
      inputTokens: 700,
      outputTokens: 30,
      endedAt: null,
    });
  });

  it("gives the stored figures of a finished run", async () => {
    const admin = await createPerson("admin");
    const person = await createPerson();
    const figures = { rounds: 3, modelCalls: 4, toolCalls: 5 };
    const { runId } = await recordRun(person, { figures, events: SOME_EVENTS });
    expect(await findRun(admin, runId)).toMatchObject({ ...figures, durationMs: 2_000 });
  });
});
