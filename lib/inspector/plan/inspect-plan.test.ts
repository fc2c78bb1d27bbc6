import { afterEach, describe, expect, it } from "vitest";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { db } from "../../db/client.ts";
import { recordRun, recordScore } from "../../db/inspector/testing/recorded-run.ts";
import { createPerson, provideTestDatabase } from "../../db/testing/turn-fixtures.ts";
import { readFreely } from "../testing/read-freely.ts";
import { inspectPlan } from "./inspect-plan.ts";
import {
  hopBegan,
  LEFT_ITS_PLAN,
  planMade,
  planStep,
  ranAs,
  shaOf,
} from "./testing/planned-events.ts";

provideTestDatabase();
readFreely();
afterEach(async () => {
  await db().auditEvent.deleteMany();
});

const scored = (score: number | null): LogEventBody => ({
  type: "deviation.scored",
  score,
  metricVersion: 3,
});

async function recorded(
  events: readonly LogEventBody[],
  more: { status?: string; onRun?: number } = {},
) {
  const { runId } = await recordRun(await createPerson(), { events, status: more.status });
  const { onRun: deviation } = more;
  if (deviation !== undefined) await recordScore(runId, deviation);
  return runId;
}

describe("inspectPlan", () => {
  // Costs: other arguments 1, missing 1, unplanned 1. Three steps were planned; two and one more ran.
  const D = 3 / 6;

  it("aligns row by row, with both digests, and finds the stored score to be what the log says", async () => {
    const runId = await recorded([...LEFT_ITS_PLAN, scored(D)], { onRun: D });
    const plan = await inspectPlan(await createPerson("admin"), runId);
    expect(plan.figures).toMatchObject({
      score: D,
      fitness: D,
      cost: 3,
      planned: 3,
      ran: 3,
      matched: 2,
    });
    expect(plan.stored).toMatchObject({ score: D, onRun: D, agrees: true });
    const rows = plan.rows.map(({ step, depth, classes, attempts: { shown } }) => [
      step?.id ?? null,
      depth,
      classes.join(),
      shown.map(({ hopRef }) => hopRef).join(),
    ]);
    expect(rows).toEqual([
      ["s1", 0, "args_unverified", "h2"],
      ["s1.1", 1, "unexpected_args", "h3"],
      [null, 1, "unplanned", "h4"],
      ["s2", 0, "missing", ""],
    ]);
    expect(plan.rows[1]).toMatchObject({
      step: { expectedArgsSha256: shaOf("planned"), objective: { value: "Objective of s1.1" } },
      attempts: { shown: [{ argsSha256: shaOf("real"), status: "ok", durationMs: 12 }] },
    });
    const alerts = plan.findings.filter(({ severity }) => severity === "alert");
    expect(alerts).toMatchObject([
      { kind: "unplanned_write", hopRef: "h4", target: "send_mail@1" },
    ]);
    expect(plan.revisions).toMatchObject([
      { revision: 0, frozen: { seq: 3 }, reason: { value: "Because." } },
    ]);
  });

  it("keeps the rules that scored a run, and applies the newest to what was never scored", async () => {
    const first: LogEventBody = { type: "deviation.scored", score: D, metricVersion: 1 };
    const old = await recorded([...LEFT_ITS_PLAN, first], { onRun: D, status: "stopped" });
    const admin = await createPerson("admin");
    const { stored, figures, rows } = await inspectPlan(admin, old);
    expect(stored).toMatchObject({ score: D, metricVersion: 1, agrees: true });
    expect(figures).toMatchObject({ score: D, metricVersion: 1 });
    expect(rows.at(-1)?.classes).toEqual(["missing"]);

    const cut = await recorded(LEFT_ITS_PLAN, { status: "interrupted" });
    const seen = await inspectPlan(admin, cut);
    // Two of the three planned steps were reached; other arguments and an unplanned call still count.
    expect(seen.figures).toMatchObject({ score: 2 / 5, planned: 2, ran: 3, metricVersion: 3 });
    expect(seen.rows.at(-1)?.classes).toEqual(["not_reached"]);
  });

  it.each([
    ["in the log", 0.4, D],
    ["in the table of runs", D, 0.4],
  ])("says so where another score is stored %s", async (_where, inLog, onRun) => {
    const runId = await recorded([...LEFT_ITS_PLAN, scored(inLog)], { onRun });
    const { stored, figures } = await inspectPlan(await createPerson("admin"), runId);
    expect(figures.score).toBe(D);
    expect(stored).toMatchObject({ score: inLog, onRun, agrees: false });
  });

  it("masks for an auditor what was written, and leaves the rest as it is", async () => {
    const runId = await recorded([...LEFT_ITS_PLAN, scored(D)], { onRun: D });
    const full = await inspectPlan(await createPerson("admin"), runId);
    const masked = await inspectPlan(await createPerson("auditor"), runId);
    const text = JSON.stringify(masked);
    expect(text).not.toMatch(/Objective of|Because/);
    expect(text).toContain("send_mail@1");
    expect(masked.rows[0]?.step?.objective).toEqual({
      bytes: 64,
      value: null,
      withheld: "masked",
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const bare = ({ figures, stored, findings, rowCount }: typeof full) => [
      figures,
      stored,
      findings,
      rowCount,
    ];
    expect(bare(masked)).toEqual(bare(full));
  });

  it("says that there is no plan, and never a figure", async () => {
    const runId = await recorded([
      hopBegan("h1", null, "agent", "general"),
      ranAs("h1", null, "agent", "general"),
    ]);
    const plan = await inspectPlan(await createPerson("admin"), runId);
    expect(plan).toMatchObject({
      revisions: [],
      figures: { score: null, fitness: null },
      stored: null,
    });
    expect(plan.rows).toMatchObject([{ step: null, attempts: { count: 1 } }]);
  });

  it("scores the last of several plans and keeps the earlier ones, each with its own freeze", async () => {
    const freeze = (revision: number): LogEventBody => ({
      type: "plan.frozen",
      hopRef: "h1",
      revision,
    });
    const runId = await recorded([
      planMade([planStep("s1", "agent", "users")]),
      freeze(0),
      planMade([planStep("s1", "agent", "general")], { revision: 1, undone: ["A list"] }),
      hopBegan("h2", null, "agent", "general"),
      ranAs("h2", "s1", "agent", "general"),
    ]);
    const { revisions, figures } = await inspectPlan(await createPerson("admin"), runId);
    expect(revisions).toMatchObject([
      { revision: 0, frozen: { seq: 2 }, undone: [] },
      { revision: 1, frozen: null, undone: [{ value: "A list" }] },
    ]);
    expect(figures.score).toBe(0);
  });

  it("calls what has not run in a live run pending, and shows what is running", async () => {
    const events = LEFT_ITS_PLAN.slice(0, 5);
    const plan = await inspectPlan(
      await createPerson("admin"),
      await recorded(events, { status: "running" }),
    );
    expect(plan).toMatchObject({ ended: false, figures: { score: 0, cost: 0 }, stored: null });
    expect(plan.rows.map(({ classes }) => classes)).toEqual([
      ["running"],
      ["pending"],
      ["pending"],
    ]);
    expect(plan.rows[0]?.attempts).toMatchObject({
      count: 1,
      shown: [{ hopRef: "h2", status: null }],
    });
    expect(plan.rows[2]?.attempts.count).toBe(0);
  });

  it("counts events that cannot be read", async () => {
    const runId = await recorded([planMade([planStep("s1", "agent", "general")])]);
    await db().runEvent.updateMany({
      where: { runId, type: "plan.made" },
      data: { payload: { plan: 7 } },
    });
    const plan = await inspectPlan(await createPerson("admin"), runId);
    expect(plan).toMatchObject({ unreadableEvents: 1, revisions: [] });
  });

  it("is audited, and for operators alone", async () => {
    const runId = await recorded(LEFT_ITS_PLAN);
    await expect(inspectPlan(await createPerson("user"), runId)).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await db().auditEvent.count()).toBe(0);
    const auditor = await createPerson("auditor");
    await inspectPlan(auditor, runId);
    expect(await db().auditEvent.findMany()).toMatchObject([
      {
        actorId: auditor.userId,
        action: "run.inspected",
        target: `run:${runId}`,
        detail: { part: "plan" },
      },
    ]);
    const nothing = crypto.randomUUID();
    await expect(inspectPlan(auditor, nothing)).rejects.toMatchObject({ code: "not-found" });
  });
});
