import { describe, expect, it } from "vitest";
import { db } from "../db/client.ts";
import { readDeviationMoves } from "../db/inspector/read-deviation-moves.ts";
import { recordRun, recordScore } from "../db/inspector/testing/recorded-run.ts";
import { createPerson, provideTestDatabase } from "../db/testing/turn-fixtures.ts";
import type { ExecutionRecord, PlanStep } from "../deviation/payload-schemas.ts";
import { scoreDeviation } from "../deviation/score.ts";
import { inspectDeviation } from "./inspect-deviation.ts";

provideTestDatabase();

const NOW = new Date("2026-03-10T12:00:00Z");
const STEPS: PlanStep[] = [
  { id: "s1", type: "agent", target_node_id: "general" },
  { id: "s1.1", type: "tool", target_tool: "python@1", target_node_id: "general" },
];
const agent: ExecutionRecord = {
  plan_step_id: "s1",
  status: "ok",
  metadata: { type: "agent", node_id: "general" },
};
const python: ExecutionRecord = {
  plan_step_id: "s1.1",
  tool_invoked: "python@1",
  status: "ok",
  metadata: { type: "tool", node_id: "general" },
};
const mail: ExecutionRecord = {
  tool_invoked: "mail@1",
  status: "ok",
  metadata: { type: "tool", node_id: "general", writes: true },
};

async function recordScored(records: ExecutionRecord[] | null, daysAgo: number, hasMoves = true) {
  const startedAt = new Date(NOW.getTime() - daysAgo * 86_400_000);
  const { runId } = await recordRun(await createPerson(), { startedAt });
  const plan = records && { version: 1 as const, steps: STEPS };
  const { moves, ...rest } = scoreDeviation(
    plan,
    { version: 1, runs: records ?? [] },
    { ended: true },
  );
  const detail = JSON.parse(JSON.stringify(hasMoves ? { ...rest, moves } : rest));
  await recordScore(runId, rest.score, detail);
}

describe("deviation over many runs", () => {
  it("counts by class, tool, agent and step, within the range", async () => {
    await recordScored([agent, python], 1);
    await recordScored([agent, python], 2);
    await recordScored([agent], 2);
    await recordScored([agent, mail, { ...python, status: "failed" }], 3);
    await recordScored(null, 3);
    await recordScored([agent], 4, false);
    await recordScored([], 20);

    const auditor = await createPerson("auditor");
    const week = await inspectDeviation(auditor, "7d", NOW);
    expect(week).toMatchObject({
      runs: 6,
      withPlan: 5,
      deviating: 3,
      withoutMoves: 1,
      moves: 9,
      deviatingMoves: 3,
      classes: [
        { class: "failed", moves: 1 },
        { class: "missing", moves: 1 },
        { class: "unplanned", moves: 1 },
      ],
    });
    expect(week.tools).toMatchObject({
      count: 2,
      shown: [
        { name: "python@1", moves: 4, deviating: 2, cost: 2 },
        { name: "mail@1", moves: 1, deviating: 1, classes: [{ class: "unplanned", moves: 1 }] },
      ],
    });
    expect(week.agents.shown).toMatchObject([{ name: "general", moves: 9, deviating: 3 }]);
    expect(week.steps.shown).toMatchObject([
      { name: "python@1", stepId: "s1.1", type: "tool", deviating: 2 },
      { name: "general", stepId: "s1", type: "agent", deviating: 0, classes: [] },
    ]);
    const month = await inspectDeviation(auditor, "30d", NOW);
    expect(month.runs).toBe(7);
    expect(month.classes[0]).toEqual({ class: "missing", moves: 3 });
    expect(await inspectDeviation(auditor, "24h", new Date("2030-01-01"))).toMatchObject({
      runs: 0,
      meanScore: null,
    });
  });

  it("counts a course that many runs took as often as they took it", async () => {
    const { runs, moves } = await readDeviationMoves(await createPerson("admin"), null);
    expect(runs).toBe(7);
    const courses = await db().$queryRaw`
      SELECT count(DISTINCT plan_fingerprint)::int AS count FROM run_score WHERE deviation IS NOT NULL`;
    expect(courses).toEqual([{ count: 4 }]);
    expect(moves.reduce((sum, move) => sum + move.moves, 0)).toBe(11);
  });

  it("counts a step that its person stopped, or that was not reached, as no deviation", async () => {
    const day = new Date("2031-01-01T12:00:00Z");
    const { runId } = await recordRun(await createPerson(), {
      startedAt: new Date("2031-01-01T06:00:00Z"),
      status: "stopped",
    });
    const runs = [{ ...agent, status: "stopped" as const }];
    const scored = scoreDeviation(
      { version: 1, steps: STEPS },
      { version: 1, runs },
      { ended: true, stopped: true },
    );
    await recordScore(runId, scored.score, JSON.parse(JSON.stringify(scored)));
    expect(await inspectDeviation(await createPerson("auditor"), "24h", day)).toMatchObject({
      runs: 1,
      deviating: 0,
      moves: 1,
      deviatingMoves: 0,
      classes: [],
    });
  });

  it("is for operators alone", async () => {
    await expect(inspectDeviation(await createPerson("user"), "7d")).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});
