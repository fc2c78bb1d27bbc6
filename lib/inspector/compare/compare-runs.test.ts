import { afterEach, describe, expect, it } from "vitest";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { db } from "../../db/client.ts";
import { readCompareCandidates } from "../../db/inspector/read-compared-run.ts";
import { recordRun, recordState } from "../../db/inspector/testing/recorded-run.ts";
import { createPerson, provideTestDatabase } from "../../db/testing/turn-fixtures.ts";
import { encodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import { packGeneralState } from "../../hidden-state/pack-general-state.ts";
import {
  hopBegan,
  LEFT_ITS_PLAN,
  planMade,
  planStep,
  ranAs,
  shaOf,
} from "../plan/testing/planned-events.ts";
import { readFreely } from "../testing/read-freely.ts";
import { compareRuns } from "./compare-runs.ts";

provideTestDatabase();
readFreely();
afterEach(async () => {
  await db().auditEvent.deleteMany();
});

const OTHER: readonly LogEventBody[] = [
  hopBegan("h1", null, "coordinator", "coordinator"),
  planMade([
    planStep("s1", "agent", "general"),
    planStep("s1.1", "tool", "python@1", { expectedArgsSha256: shaOf("others") }),
  ]),
  hopBegan("h2", "h1", "agent", "general"),
  hopBegan("h3", "h2", "tool", "python"),
  ranAs("h3", "s1.1", "tool", "python@1"),
  ranAs("h2", "s1", "agent", "general"),
];

const stateOf = (...words: string[]) =>
  encodeStoredState(
    packGeneralState(
      words.map((content, index) => ({
        runId: `run-${index}`,
        messages: [{ role: "user", content }],
      })),
    ),
  );

/** Two runs of one conversation. */
async function recordBoth() {
  const person = await createPerson();
  const left = await recordRun(person, { text: "Count the red cars", events: LEFT_ITS_PLAN });
  const { conversationId } = left;
  const right = await recordRun(person, {
    text: "Count the blue cars",
    conversationId,
    events: OTHER,
  });
  await recordState(left, 1, stateOf("alpha"));
  await recordState(right, 2, stateOf("alpha", "beta"));
  return { left, right };
}

describe("compareRuns", () => {
  it("sets plan, hops, state and words side by side", async () => {
    const { left, right } = await recordBoth();
    const both = await compareRuns(await createPerson("admin"), left.runId, right.runId);
    const changes = (pairs: { change: string; differs: string[] }[]) =>
      pairs.map(({ change, differs }) => [change, ...differs].join(" "));
    expect(changes(both.plan.pairs)).toEqual(["same", "changed arguments", "left"]);
    expect(changes(both.hops.pairs)).toEqual([
      "changed outcome",
      "changed outcome",
      "changed outcome",
      "left",
    ]);
    expect(both.hops.pairs.map(({ left: hop }) => hop?.depth)).toEqual([0, 1, 2, 2]);
    expect(both.hops.counts).toEqual({ same: 0, changed: 3, left: 1, right: 0, hidden: 0 });
    expect(both.answer?.parts).toEqual([
      { change: "same", text: "Answer to Count the " },
      { change: "left", text: "red" },
      { change: "right", text: "blue" },
      { change: "same", text: " cars" },
    ]);
    const [state] = both.states;
    expect(state).toMatchObject({
      agentId: "general",
      change: "changed",
      left: { version: 1, kept: true },
    });
    expect(state?.values.map(({ change, path }) => `${change} ${path}`)).toEqual([
      "right /gpa_messages/tool_call_history/1/role",
      "right /gpa_messages/tool_call_history/1/content",
      "right /gpa_messages/exchange_runs/1",
    ]);
    expect(state?.values[1]?.right).toEqual({ bytes: 4, value: "beta" });
    expect(state?.exchangeCounts).toEqual({ same: 1, changed: 0, left: 0, right: 1, hidden: 0 });
    expect(
      state?.exchanges?.map(({ inBefore, inAfter, entries }) => [
        inBefore,
        inAfter,
        entries[0]?.content?.value,
      ]),
    ).toEqual([
      [true, true, "alpha"],
      [false, true, "beta"],
    ]);
    expect(both.left).toMatchObject({ hasPlan: true, hopCount: 4, revisions: 0 });
  });

  it("finds no difference between a run and itself", async () => {
    const { left } = await recordBoth();
    const both = await compareRuns(await createPerson("admin"), left.runId, left.runId);
    const none = { changed: 0, left: 0, right: 0 };
    for (const { counts } of [both.plan, both.hops, ...both.states])
      expect(counts).toMatchObject(none);
    expect(both).toMatchObject({ answer: { same: true }, states: [{ change: "same" }] });
  });

  it("compares shapes only for an auditor, whether or not what is hidden is equal", async () => {
    const { left, right } = await recordBoth();
    const auditor = await createPerson("auditor");
    const others = await compareRuns(auditor, left.runId, right.runId);
    const itself = await compareRuns(auditor, left.runId, left.runId);
    for (const { hidden, plan, hops, states } of [others, itself]) {
      expect(hidden).toBe(true);
      expect(plan.pairs.slice(0, 2)).toMatchObject([
        { change: "hidden", differs: [] },
        { change: "hidden", differs: [] },
      ]);
      for (const { left: hop } of hops.pairs)
        expect(hop ?? null).toSatisfy((one) => one === null || one.inputSha256 === null);
      expect(states).toMatchObject([{ change: "hidden", exchanges: null, values: [] }]);
    }
    const [state] = others.states;
    expect(state?.left?.sha256).not.toBe(state?.right?.sha256);
    expect(JSON.stringify(others)).not.toMatch(/Objective of|beta/);
    // What was said is theirs to read in a review.
    const full = await compareRuns(await createPerson("admin"), left.runId, right.runId);
    expect(others.answer).toEqual(full.answer);
  });

  it("is audited for each of the two, and for operators alone", async () => {
    const { left, right } = await recordBoth();
    const auditor = await createPerson("auditor");
    await compareRuns(auditor, left.runId, right.runId);
    const rows = await db().auditEvent.findMany({ orderBy: { target: "asc" } });
    expect(rows.map(({ target }) => target)).toEqual(
      [`run:${left.runId}`, `run:${right.runId}`].sort(),
    );
    for (const row of rows)
      expect(row).toMatchObject({ action: "run.inspected", detail: { part: "comparison" } });
    await expect(compareRuns(auditor, left.runId, crypto.randomUUID())).rejects.toMatchObject({
      code: "not-found",
    });
    expect(await db().auditEvent.count()).toBe(2);
    const user = await createPerson("user");
    await expect(compareRuns(user, left.runId, right.runId)).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

describe("readCompareCandidates", () => {
  it("lists the other runs of the conversation, newest first, to operators alone", async () => {
    const { left, right } = await recordBoth();
    const found = await readCompareCandidates(await createPerson("auditor"), left.runId);
    expect(found).toMatchObject({
      run: { id: left.runId },
      others: [{ id: right.runId }],
      count: 1,
    });
    const user = await createPerson("user");
    await expect(readCompareCandidates(user, left.runId)).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("is audited once a minute, because it shows what the person asked", async () => {
    const { left } = await recordBoth();
    const auditor = await createPerson("auditor");
    await readCompareCandidates(auditor, left.runId);
    await readCompareCandidates(auditor, left.runId);
    const missing = readCompareCandidates(auditor, crypto.randomUUID());
    await expect(missing).rejects.toMatchObject({ code: "not-found" });
    const { userId } = await db().run.findUniqueOrThrow({ where: { id: left.runId } });
    expect(await db().auditEvent.findMany({ where: { actorId: auditor.userId } })).toMatchObject([
      {
        action: "run.inspected",
        runId: left.runId,
        subjectId: userId,
        detail: { part: "candidates" },
      },
    ]);
  });
});
