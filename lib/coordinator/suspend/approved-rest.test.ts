/** A question suspends the rest of a plan; the person's decision resumes it in a new run. */
import { describe, expect, it } from "vitest";
import { SpanOutcome } from "../../contracts/inspector/run/run-trace.ts";
import { db } from "../../db/client.ts";
import { createPerson, upload } from "../../db/testing/turn-fixtures.ts";
import { signJudged } from "../../db/turns/approvals/own-approval.ts";
import { inspectCall } from "../../inspector/model-calls/inspect-call.ts";
import { inspectCalls } from "../../inspector/model-calls/inspect-calls.ts";
import { inspectPlan } from "../../inspector/plan/inspect-plan.ts";
import { inspectEventWindow } from "../../inspector/run/inspect-events.ts";
import { inspectTrace } from "../../inspector/timeline/inspect-trace.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { registeredPrompts } from "../prompt-registry.ts";
import { modelControl, type TakenTurn, type Talk } from "../testing/take-turns.ts";
import {
  decide,
  deletions,
  exists,
  openQuestion,
  plans,
  stepIds,
  talkOfPeople,
} from "../testing/talk-of-people.ts";

provideUms();

const ASKED = "delete the first one and calculate 17 * 23";

const statuses = (turn: TakenTurn) =>
  turn
    .of("execution.recorded")
    .map(({ execution: { planStepId, status } }) => `${planStepId} ${status}`);
const suspendedIds = (turn: TakenTurn) =>
  turn.of("approval.requested").map((asked) => asked.carried);

/** No event of the log shows as denied, and the row and the span of the call say that it was left. */
async function expectLeft({ runId }: TakenTurn) {
  const admin = await createPerson("admin");
  const { events } = await inspectEventWindow(admin, runId, { from: 1, limit: 400, skip: 0 });
  const shown = events.filter(({ body }) => "outcome" in body && body.outcome === "denied");
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.every(({ left }) => left)).toBe(true);
  const records = events.filter(({ body }) => body.type === "execution.recorded");
  expect(records.map(({ left }) => left)).toEqual([true, undefined]);
  const trace = await inspectTrace(admin, runId, null);
  const outcomes = trace?.spans.outcome.map((index) => SpanOutcome.options[index]);
  expect(outcomes).toContain("left");
  expect(outcomes).not.toContain("denied");
}

/** The MAC of a question behind which another version has stored this plan. */
function signPlan(
  { actor: { userId } }: Talk,
  asked: Awaited<ReturnType<typeof openQuestion>>,
  suspended_plan: unknown,
): Buffer<ArrayBuffer> {
  const { id, agentId: agent_id, question, tool, resume } = asked;
  const { conversationId: conversation_id, runId: run_id } = asked;
  const row = { id, agent_id, question, tool, resume, suspended_plan, conversation_id, run_id };
  return Buffer.from(signJudged({ ...row, userId, decided: null }, "own"));
}

describe("a suspended plan", () => {
  it("is neither missing nor scored in the run that asks", async () => {
    const { talk } = await talkOfPeople();
    const asked = await talk.say(ASKED);
    expect(statuses(asked)).toEqual(["s1.1 would_deny", "s1 ok"]);
    expect(suspendedIds(asked)).toEqual([["s2", "s2.1", "compose"]]);
    expect(asked.result.deviation?.score).toBe(0);
    const { figures, stored, rows, findings } = await inspectPlan(
      await createPerson("admin"),
      asked.runId,
    );
    expect(figures).toMatchObject({ score: 0, recall: 1, planned: 1, ran: 1, cost: 0 });
    expect(stored).toMatchObject({ agrees: true });
    expect(rows.map(({ step, classes }) => `${step?.id} ${classes[0]}`)).toEqual([
      "s1 args_unverified",
      "s1.1 args_unverified",
      "s2 pending",
      "s2.1 pending",
      "compose pending",
    ]);
    // The call was left for the person: nothing ran for it, and no policy that observes has a part in it.
    expect(rows[1]).toMatchObject({
      classes: ["args_unverified", "needs_approval"],
      attempts: { shown: [{ status: "waiting" }] },
    });
    expect(findings.map(({ kind }) => kind)).toContain("needs_approval");
    expect(findings.map(({ kind }) => kind)).not.toContain("would_deny");
    await expectLeft(asked);
    const over = findings.filter(({ kind }) => kind === "carried_over");
    expect(over.map(({ stepId, severity }) => `${stepId} ${severity}`)).toEqual([
      "s2 info",
      "s2.1 info",
      "compose info",
    ]);
  });

  it("resumes after an approval: the shown call first, then the planned steps", async () => {
    const { talk, first } = await talkOfPeople();
    const asked = await talk.say(ASKED);
    const decided = await decide(talk);
    const askedPlan = await inspectPlan(await createPerson("admin"), asked.runId);
    expect(askedPlan.rows[1]?.attempts.shown).toMatchObject([{ status: "approved" }]);
    expect(await exists(first)).toBe(false);
    expect(deletions(decided)).toBe(1);
    expect(decided.answer).toMatch(/is deleted[\s\S]*391/);
    expect(plans(decided)).toMatchObject([{ revision: 0, source: "person", attempts: 0 }]);
    expect(stepIds(decided)).toEqual([["s1", "s1.1", "s2", "s2.1", "compose"]]);
    expect(statuses(decided)).toEqual(["s1.1 ok", "s1 ok", "s2.1 ok", "s2 ok", "compose ok"]);
    expect(decided.of("route.chosen")).toMatchObject([{ agentId: "coordinator" }]);
    expect(decided.result.deviation?.score).toBe(0);
    expect((await talk.say("now for 20 * 23")).answer).toContain("460");
  });

  it("resumes after a refusal: the declined step counts as denied, and the rest is replanned", async () => {
    const { talk, first } = await talkOfPeople();
    await talk.say(ASKED);
    const declined = await decide(talk, "declined");
    expect(await exists(first)).toBe(true);
    expect(deletions(declined)).toBe(0);
    expect(declined.answer).toMatch(/nothing was changed[\s\S]*391/);
    // The person knows what they declined.
    expect(declined.answer).not.toContain("missing here");
    expect(stepIds(declined)).toEqual([
      ["s1", "s2", "s2.1", "compose"],
      ["s1", "s3", "s3.1", "compose"],
    ]);
    expect(plans(declined).at(-1)?.steps[0]?.objective).toMatch(/^The person declined: Delete/);
    const [again] = declined.of("run.noted").filter(({ code }) => code === "planned-again");
    expect(again?.detail).toContain('"status":"denied","reason":"declined by the person"');
    expect(declined.prompts.map(({ text }) => text).join()).toContain("they know of it");
    expect(declined.result.deviation?.score).toBe(0);
  });

  it("resumes unchanged after a refusal if no revision can be made", async () => {
    const { talk } = await talkOfPeople();
    await talk.say(ASKED);
    const match = "Plan again";
    await modelControl().queue({ scenario: "error-500", match, times: 9, structured: true });
    const declined = await decide(talk, "declined");
    await modelControl().clear(match);
    expect(plans(declined)).toHaveLength(1);
    expect(declined.answer).toMatch(/nothing was changed[\s\S]*391/);
  });

  it("is dropped if the person sends something else", async () => {
    const { talk, first } = await talkOfPeople();
    await talk.say(ASKED);
    const turn = await talk.say("What is 6 * 7?");
    expect(turn.answer).toContain("42");
    expect(turn.answer).not.toContain("391");
    await expect(openQuestion(talk)).rejects.toThrow();
    expect(await exists(first)).toBe(true);
  });

  it("that is unreadable leaves the decision valid, and the log records it", async () => {
    const { talk, first } = await talkOfPeople();
    await talk.say(ASKED);
    const asked = await openQuestion(talk);
    const suspendedPlan = { version: 1, steps: [{ id: 9 }] };
    await db().approval.update({
      where: { id: asked.id },
      data: { suspendedPlan, mac: signPlan(talk, asked, suspendedPlan) },
    });
    const decided = await decide(talk);
    expect(await exists(first)).toBe(false);
    expect(stepIds(decided)).toEqual([["s1"]]);
    expect(decided.of("run.noted")).toMatchObject([
      { code: "suspended-plan-unreadable", detail: expect.stringMatching(/^\w+(?:\.\w+)*: /) },
    ]);
  });
});

describe("results before a question", () => {
  it("are shown before it, reach the later steps that need them, and are not repeated", async () => {
    const { talk } = await talkOfPeople();
    const text = "calculate 17 * 23, then delete the first one, then calculate 2 ** 10";
    const step = (agent: string, objective: string, needs: string[], tool: string) => {
      return { agent, objective, needs, tools: [{ tool, arguments_json: null }] };
    };
    const steps = [
      step("general", "Calculate 17 * 23.", [], "python_interpreter"),
      step("users", "Delete the first one.", [], "delete_person"),
      step("general", "Calculate 2 ** 10.", ["s1"], "python_interpreter"),
    ];
    await modelControl().queue({
      scenario: "scripted",
      structured: true,
      match: text,
      replies: [{ text: JSON.stringify({ reason: "Three.", steps }) }],
    });
    const asked = await talk.say(text);
    expect(asked.answer).toMatch(/391[\s\S]*Delete [\s\S]*not done yet[\s\S]*Calculate 2 \*\* 10/);
    expect(suspendedIds(asked)).toEqual([["s3", "s3.1"]]);
    expect(asked.result.deviation?.score).toBe(0);
    const decided = await decide(talk);
    expect(decided.answer).toMatch(/is deleted[\s\S]*1024/);
    expect(decided.answer).not.toContain("391");
    expect(stepIds(decided)).toEqual([["s2", "s2.1", "s3", "s3.1", "compose"]]);
    expect(decided.result.deviation?.score).toBe(0);
    const general = decided.prompts.find(({ by }) => by === "general");
    expect(general?.text).toContain("391");
    // Every prompt can be rebuilt from what this run stored.
    const admin = await createPerson("admin");
    const recipes = await registeredPrompts();
    const { calls } = await inspectCalls(admin, decided.runId, { after: 0 }, recipes);
    const opened = await Promise.all(
      calls.map(({ seq }) => inspectCall(admin, decided.runId, seq, recipes)),
    );
    const kept = opened
      .flatMap(({ segments }) => segments)
      .filter(({ rebuilt }) => rebuilt !== "kept-by-service")
      .map(({ source, rebuilt }) => `${source}: ${rebuilt}`);
    expect(kept.filter((one) => !one.endsWith(": exact"))).toEqual([]);
    expect(kept).toContain("step:s1: exact");
  });

  it("may include a question: each waits for its own decision", async () => {
    const { talk } = await talkOfPeople();
    await talk.say("delete the first one, then calculate 2 ** 10, then delete the second one");
    const once = await decide(talk);
    expect(once.answer).toMatch(/is deleted[\s\S]*1024[\s\S]*Delete /);
    expect(statuses(once)).toContain("s3.1 would_deny");
    expect(deletions(once)).toBe(2);
    const before = await db().umsPerson.count();
    const twice = await decide(talk);
    expect(twice.answer).toContain("is deleted");
    expect(await db().umsPerson.count()).toBe(before - 1);
    expect([once, twice].map(({ result }) => result.deviation?.score)).toEqual([0, 0]);
  });

  it("passes its files to the later steps", async () => {
    const { talk } = await talkOfPeople();
    const data = new TextEncoder().encode("A short text.");
    const file = { name: "notes.txt", mediaType: "text/plain", data };
    const { id } = await upload(talk.actor, file);
    const step = (agent: string, objective: string) => ({ agent, objective, tools: [] });
    const steps = [step("users", "Delete the first one."), step("general", "Read zqnotes.")];
    const mentions = { person: null, place: null };
    await modelControl().queue({
      scenario: "scripted",
      structured: true,
      match: "delete the first one and read zqnotes",
      replies: [{ text: JSON.stringify({ reason: "Two.", mentions, steps }) }],
    });
    await talk.say("delete the first one and read zqnotes", { attachmentIds: [id] });
    await modelControl().script("Read zqnotes.", [{ text: "It is short." }]);
    const decided = await decide(talk);
    expect(decided.answer).toContain("It is short.");
    const general = decided.prompts.find(({ by }) => by === "general");
    expect(general?.messages.at(-1)?.content).toContain(`/api/attachments/${id}/notes.txt`);
  });
});
