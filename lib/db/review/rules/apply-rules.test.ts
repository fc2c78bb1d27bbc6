/** Which runs rules put into review, once, whoever looks and however often. */
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { recomputeSample } from "../../../audit/bundle/sample.ts";
import type { RuleTest } from "../../../contracts/inspector/review/review-rule.ts";
import { findEdits } from "../../audit/covered/find-edits.ts";
import { readTrail } from "../../audit/read-trail.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { db, kysely } from "../../client.ts";
import { giveFeedback } from "../../conversations/give-feedback.ts";
import { seal } from "../../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { storeVerdict } from "../judge-case.ts";
import { readCase } from "../read-case.ts";
import { readContests } from "../read-contests.ts";
import { listCases } from "../review-cases.ts";
import { takeCase } from "../take-case.ts";
import { contest, endedTurn } from "../testing/contested-turn.ts";
import { makeRule, recordEnd, recordedTurn, ruleOf, settle } from "../testing/ruled-turn.ts";
import { settle as passUndo, verdictOf } from "../testing/verdicts.ts";
import { applyRules } from "./apply-rules.ts";
import { ensureDefaultRules, saveRule } from "./save-rule.ts";

provideTestDatabase();

let admin: Actor;

beforeEach(async () => {
  await settle();
  await db().reviewCase.deleteMany();
  await db().reviewRule.deleteMany();
  admin = await createPerson("admin");
});

const reasonsOf = async (runId: string) =>
  (await db().reviewReason.findMany({ where: { runId }, orderBy: { kind: "asc" } })).map(
    ({ kind, figure }) => [kind, figure],
  );

describe("a rule finds", () => {
  const startedAt = new Date("2026-01-01T00:00:00Z");
  const endedAt = new Date("2026-01-01T00:01:30Z");
  it.each<[RuleTest, object, string, object]>([
    [{ kind: "denied" }, { policyOutcome: "deny" }, "", { policyOutcome: "would_deny" }],
    [
      { kind: "finding", codes: ["unplanned", "denied"] },
      { tags: ["deviation:denied", "deviation:unplanned", "deviation:failed"] },
      "denied,unplanned",
      { tags: ["deviation:failed"] },
    ],
    [{ kind: "ended", ends: ["failed"] }, { status: "failed" }, "failed", { status: "stopped" }],
    [
      { kind: "ended", ends: ["cut-off"] },
      { reason: "answer-truncated" },
      "complete",
      { status: "failed" },
    ],
    [{ kind: "cost", above: 0.5 }, { cost: 0.75 }, "0.7500 ", { cost: 0.5 }],
    [
      { kind: "time", aboveSeconds: 60 },
      { startedAt, endedAt },
      "90.0",
      { startedAt, endedAt: startedAt },
    ],
    [
      { kind: "first-runs", of: "agent", name: "zq", runs: 5 },
      { tags: ["agent:zq"] },
      "",
      { tags: ["agent:zqq"] },
    ],
  ])("%j", async (test, meant, figure, other) => {
    await makeRule(admin, test);
    const [found, left] = [await recordedTurn(meant), await recordedTurn(other)];
    await settle();
    const [[kind, shown] = []] = await reasonsOf(found.runId);
    expect([kind, shown?.slice(0, figure.length || undefined)]).toEqual([test.kind, figure]);
    expect(await reasonsOf(left.runId)).toEqual([]);
  });

  it("a run that left its plan, and one that violated a policy", async () => {
    await makeRule(admin, { kind: "deviation", above: 0.3 });
    await makeRule(admin, { kind: "violation" });
    const turn = await endedTurn();
    const { runId } = turn;
    const score = { runId, startedAt: new Date(), deviation: 0.314, detail: {} };
    await db().runScore.create({ data: score });
    await recordAudit(kysely(), {
      actorId: null,
      action: "policy.violated",
      target: `run:${runId}`,
      outcome: "denied",
      runId,
      detail: { seq: 1 },
    });
    await recordEnd(runId);
    await settle();
    expect(await reasonsOf(runId)).toEqual([
      ["deviation", "0.31"],
      ["violation", "1"],
    ]);
    const { cases } = await listCases(admin);
    expect(cases).toHaveLength(1);
  });

  it("a thumb down with words, long after the run was looked at, and once", async () => {
    await makeRule(admin, { kind: "thumbs-down", withWords: true });
    const turn = await recordedTurn();
    await settle();
    const { actor, answerMessageId, runId } = turn;
    const give = (words: string) =>
      giveFeedback(actor, { answerMessageId, feedback: { verdict: "down", words } });
    await give("");
    await settle();
    expect(await reasonsOf(runId)).toEqual([]);
    await give("zqwords");
    await settle();
    await give("other words");
    await settle();
    expect(await reasonsOf(runId)).toEqual([["thumbs-down", ""]]);
    expect(JSON.stringify(await listCases(admin))).not.toContain("words");
  });

  it("a call that its person declined", async () => {
    await makeRule(admin, { kind: "declined" });
    const { runId, conversationId, answerMessageId } = await recordedTurn();
    const id = crypto.randomUUID();
    await db().approval.create({
      data: {
        id,
        runId,
        conversationId,
        answerMessageId,
        agentId: "general",
        question: "?",
        tool: "send_mail",
        resume: {},
        status: "declined",
      },
    });
    await settle();
    expect(await reasonsOf(runId)).toEqual([]);
    await recordAudit(kysely(), {
      actorId: null,
      action: "approval.decided",
      target: `run:${runId}`,
      outcome: "allowed",
      runId,
      detail: { approvalId: id, decision: "declined" },
    });
    await settle();
    expect(await reasonsOf(runId)).toEqual([["declined", ""]]);
  });

  it("the first runs of an agent, and no more", async () => {
    await makeRule(admin, { kind: "first-runs", of: "agent", name: "fresh", runs: 2 });
    const turns = [];
    for (let nth = 0; nth < 3; nth += 1) turns.push(await recordedTurn({ tags: ["agent:fresh"] }));
    await settle();
    turns.push(await recordedTurn({ tags: ["agent:fresh"] }));
    await settle();
    const found = await db().reviewReason.findMany({ where: { kind: "first-runs" } });
    expect(found.map(({ runId }) => runId)).toEqual(turns.slice(0, 2).map(({ runId }) => runId));
  });
});

describe("a rule leaves alone", () => {
  it("what ended before it was made, or after it was switched off, and deleted conversations", async () => {
    const before = await recordedTurn({ policyOutcome: "deny" });
    const id = await makeRule(admin, { kind: "denied" });
    const deleted = await recordedTurn({ policyOutcome: "deny" });
    const where = { id: deleted.conversationId };
    await db().conversation.update({ where, data: { deletedAt: new Date() } });
    const meant = await recordedTurn({ policyOutcome: "deny" });
    await seal();
    const off = ruleOf({ kind: "denied" }, { isOn: false });
    await saveRule(admin, { id, version: 1, rule: off });
    await seal();
    const after = await recordedTurn({ policyOutcome: "deny" });
    await settle();
    const found = await db().reviewCase.findMany();
    expect(found.map(({ runId }) => runId)).toEqual([meant.runId]);
    for (const turn of [before, after]) expect(await reasonsOf(turn.runId)).toEqual([]);
  });
});

describe("a case", () => {
  it("is one for all its reasons, as urgent as the most severe, and asks for as many as it needs", async () => {
    await makeRule(admin, { kind: "denied" }, { severity: 3, judges: 2, name: "zqrule" });
    await makeRule(admin, { kind: "ended", ends: ["failed"] });
    const { runId } = await recordedTurn({ policyOutcome: "deny", status: "failed" });
    await settle();
    const [made] = await db().reviewCase.findMany();
    expect(made).toMatchObject({ runId, urgency: 3, severity: 3, asks: 2 });
    const [listed] = (await listCases(admin)).cases;
    expect(listed?.reasons).toContainEqual({ kind: "denied", figure: "", rule: "zqrule" });
    expect((await listCases(admin, { reason: "ended" })).cases).toHaveLength(1);
    expect((await listCases(admin, { reason: "random" })).cases).toEqual([]);
  });

  it("of a rule is contested by its person: then it comes first, and somebody else judges it", async () => {
    await makeRule(admin, { kind: "denied" });
    const turn = await recordedTurn({ policyOutcome: "deny" });
    await settle();
    const auditor = await createPerson("auditor");
    expect(await takeCase(auditor, null)).toBe(turn.runId);
    await storeVerdict(auditor, turn.runId, verdictOf({ upheld: false, told: "" }));
    const said = await contest(turn, "zqwords");
    expect(said).toMatchObject({ state: "waiting", verdict: null });
    const [made] = await db().reviewCase.findMany();
    expect(made).toMatchObject({ state: "open", severity: 3, reference: said.reference });
    expect(await takeCase(auditor, null)).toBeNull();
    const other = await createPerson("auditor");
    expect(await takeCase(other, null)).toBe(turn.runId);
    expect((await readCase(other, turn.runId)).reasons).toHaveLength(2);
    await storeVerdict(other, turn.runId, verdictOf());
    await passUndo();
    const [read] = await readContests(turn.actor, "all");
    expect(read?.contest.verdict).toMatchObject({ upheld: true, words: "zqtold" });
  });

  it("says in the trail why it was taken, without what the run hides", async () => {
    await makeRule(admin, { kind: "denied" });
    await makeRule(admin, { kind: "random", percent: 100 });
    const { runId } = await recordedTurn({ policyOutcome: "deny" });
    await settle();
    const auditor = await createPerson("auditor");
    await takeCase(auditor, runId);
    const row = await db().auditEvent.findFirst({ where: { runId, action: "review.taken" } });
    expect(row?.detail).toMatchObject({
      reason: expect.stringContaining("it was in the random sample"),
    });
    expect(JSON.stringify(row?.detail)).not.toMatch(/denied|policy/i);
  });

  it("is found by the full check where its reason is not what was recorded", async () => {
    await makeRule(admin, { kind: "denied" });
    const { runId } = await recordedTurn({ policyOutcome: "deny" });
    await settle();
    const faults = async () => (await findEdits()).map((found) => [found.fault, found.runId]);
    const edited = ["review-edited", runId];
    expect(await faults()).not.toContainEqual(edited);
    const [reasons, cases] = [await db().reviewReason.findMany(), await db().reviewCase.findMany()];
    for (const edit of [
      "UPDATE review_reason SET kind = 'sent'",
      "UPDATE review_reason SET figure = 'x'",
      "UPDATE review_reason SET rule_id = NULL",
      "UPDATE review_reason SET rule_version = 7",
      "UPDATE review_reason SET words = 'x'",
      "UPDATE review_case SET reference = 'ABCDE-FGHJK'",
      "DELETE FROM review_reason",
      "DELETE FROM review_case",
    ]) {
      await db().$executeRawUnsafe(edit);
      expect(await faults(), edit).toContainEqual(edited);
      await db().reviewCase.deleteMany();
      await db().reviewCase.createMany({ data: cases });
      await db().reviewReason.createMany({ data: reasons });
    }
    expect(await faults()).not.toContainEqual(edited);
  });
});

describe("looking", () => {
  it("makes each case once, on however many instances, and in whatever steps", async () => {
    const step = fc.record({ batch: fc.integer({ min: 1, max: 7 }), atOnce: fc.boolean() });
    await makeRule(admin, { kind: "denied" });
    await makeRule(admin, { kind: "ended", ends: ["failed"] });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 6 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
        async (steps, denied) => {
          await db().reviewCase.deleteMany();
          const turns = [];
          for (const isDenied of denied)
            turns.push(await recordedTurn({ policyOutcome: isDenied ? "deny" : "allow" }));
          await seal();
          for (const { batch, atOnce } of steps)
            await Promise.all(Array.from({ length: atOnce ? 3 : 1 }, () => applyRules(batch)));
          await settle();
          const made = await db().reviewReason.findMany();
          const meant = turns.filter((_, index) => denied[index]).map(({ runId }) => runId);
          expect(made.map(({ runId }) => runId).toSorted()).toEqual(meant.toSorted());
          const rows = await db().auditEvent.count({
            where: { action: "review.queued", runId: { in: meant } },
          });
          expect(rows).toBe(meant.length);
        },
      ),
      { numRuns: 10 },
    );
  });

  it("leaves a rule out that cannot be read, and goes on with the others", async () => {
    const id = await makeRule(admin, { kind: "cost", above: 1 });
    await makeRule(admin, { kind: "denied" });
    await db().reviewRule.updateMany({ where: { id }, data: { threshold: { above: "x" } } });
    const { runId } = await recordedTurn({ policyOutcome: "deny", cost: 2 });
    await settle();
    expect(await reasonsOf(runId)).toEqual([["denied", ""]]);
  });
});

it("a random sample is computed again from the trail alone", async () => {
  const id = await makeRule(admin, { kind: "random", percent: 40 });
  const turns = [];
  for (let nth = 0; nth < 12; nth += 1) turns.push(await recordedTurn());
  await settle();
  const rows = async () => {
    const all = [];
    for await (const { event } of readTrail())
      if (event) all.push({ ...event, detail: Object(event.detail).value });
    return all;
  };
  expect(recomputeSample(await rows(), id, 1)).toBeNull();
  const off = ruleOf({ kind: "random", percent: 40 }, { isOn: false });
  await saveRule(admin, { id, version: 1, rule: off });
  await settle();
  const verdict = recomputeSample(await rows(), id, 1);
  const queued = await db().reviewReason.findMany({ where: { ruleId: id } });
  expect(verdict?.isKey).toBe(true);
  expect(verdict?.sampled.toSorted()).toEqual(verdict?.queued.toSorted());
  expect(verdict?.queued.toSorted()).toEqual(queued.map(({ runId }) => runId).toSorted());
});

it("a new installation begins with rules, once", async () => {
  await ensureDefaultRules();
  await ensureDefaultRules();
  const made = await db().reviewRule.findMany({ orderBy: { name: "asc" } });
  expect(made.map(({ kind, isOn }) => [kind, isOn])).toEqual([
    ["violation", true],
    ["random", false],
    ["thumbs-down", true],
  ]);
});

it("a rule finds the first runs of each agent that its versions look for", async () => {
  const test = (name: string): RuleTest => ({ kind: "first-runs", of: "agent", name, runs: 2 });
  const id = await makeRule(admin, test("one"));
  const look = async (name: string, found: number) => {
    const turns = [];
    for (const tag of ["one", "other", name, name])
      turns.push(await recordedTurn({ tags: [`agent:${tag}`] }));
    await settle();
    const ids = turns.map(({ runId }) => runId);
    const reasons = await db().reviewReason.findMany({ where: { runId: { in: ids } } });
    expect(reasons, name).toHaveLength(found);
  };
  await look("one", 2);
  for (const [version, name, found] of [
    [1, "other", 2],
    [2, "one", 0],
    [3, "fresh", 2],
  ] as const) {
    await saveRule(admin, { id, version, rule: ruleOf(test(name)) });
    await seal();
    await look(name, found);
  }
});
