/** A run whose log lost its payloads: every panel of the inspector still opens, and none shows what is gone. */

import { expect, it } from "vitest";
import { EventWindow, EventWindowQuery } from "../../contracts/inspector/events/event-page.ts";
import { InspectedEvent } from "../../contracts/inspector/events/inspected-event.ts";
import { CallsQuery, RunCalls, WhyAnswer } from "../../contracts/inspector/run/call-inspection.ts";
import { ContextTimelines } from "../../contracts/inspector/run/context-inspection.ts";
import { HopEnvelope } from "../../contracts/inspector/run/envelope-inspection.ts";
import { RunInspection, RunNews } from "../../contracts/inspector/run/inspected-run.ts";
import { PlanInspection } from "../../contracts/inspector/run/plan-inspection.ts";
import { RunSealCheck } from "../../contracts/inspector/run/run-seal.ts";
import { TraceAnswer } from "../../contracts/inspector/run/run-trace.ts";
import { RunStates } from "../../contracts/inspector/run/state-inspection.ts";
import { RunComparison } from "../../contracts/inspector/run-comparison.ts";
import { registeredPrompts } from "../../coordinator/prompt-registry.ts";
import { modelControl, newTalk } from "../../coordinator/testing/take-turns.ts";
import { compareRuns } from "../../inspector/compare/compare-runs.ts";
import { inspectTimelines } from "../../inspector/context/inspect-timelines.ts";
import { inspectCalls } from "../../inspector/model-calls/inspect-calls.ts";
import { inspectPlan } from "../../inspector/plan/inspect-plan.ts";
import { exportRun } from "../../inspector/run/export-run.ts";
import { inspectPublicTranscript } from "../../inspector/run/inspect-conversation.ts";
import { inspectEvent, inspectEventWindow } from "../../inspector/run/inspect-events.ts";
import { inspectHop } from "../../inspector/run/inspect-hop.ts";
import {
  checkSeal,
  inspectRun,
  inspectRunNews,
  searchInRun,
} from "../../inspector/run/inspect-run.ts";
import { inspectStates } from "../../inspector/states/inspect-states.ts";
import { inspectTrace } from "../../inspector/timeline/inspect-trace.ts";
import { explainAnswer } from "../../inspector/why/explain-answer.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { sealTrail } from "../audit/seal/seal-trail.ts";
import { trailKeys } from "../audit/trail-keys.ts";
import { db, kysely } from "../client.ts";
import { createEventMonths } from "../runs/create-event-months.ts";
import { sweepDatabase } from "../testing/sweep-database.ts";
import { createPerson } from "../testing/turn-fixtures.ts";
import { applyRetention } from "./retention/apply-retention.ts";
import { eraseLogMonth } from "./retention/erase-log-month.ts";

provideUms();
// What is masked until there is a reason would be missing for that, and not because it was erased.
process.env.PAYLOAD_REASON = "free";

it("opens in every panel, says that content was erased, and under which rule", async () => {
  const talk = await newTalk();
  await modelControl().script("zqrun", [
    { toolCalls: [{ name: "python_interpreter", arguments: { code: 'print("zqtool")' } }] },
    { text: "It printed." },
  ]);
  const turn = await talk.say("zqrun it");
  const later = await talk.say("list users");
  await sealTrail(trailKeys(), null);
  const endedAt = new Date(Date.now() - 40 * 86_400_000);
  await db().run.update({ where: { id: turn.runId }, data: { endedAt } });
  await applyRetention("log-payloads", 30);
  expect((await sweepDatabase(["zqtool"])).zqtool).toEqual(["hidden_state.state"]);
  await sealTrail(trailKeys(), null);

  const admin = await createPerson("admin");
  const { runId, conversationId } = turn;
  const prompts = await registeredPrompts();
  const [hop] = turn.of("hop.started");
  RunInspection.parse(await inspectRun(admin, runId));
  RunNews.parse(await inspectRunNews(admin, runId, 0));
  const { events: shown, total } = EventWindow.parse(
    await inspectEventWindow(admin, runId, EventWindowQuery.parse({ from: "1", limit: "200" })),
  );
  expect(total).toBe(turn.events.length);
  expect(shown.map(({ body }) => body.type)).toEqual(shown.map(() => "erased"));
  const whole = InspectedEvent.parse(await inspectEvent(admin, runId, 1));
  expect(whole.body).toEqual({ type: "erased", storedType: "run.started" });
  const trace = await inspectTrace(admin, runId, null);
  TraceAnswer.parse(trace);
  expect(trace?.eventCount).toBe(turn.events.length);
  PlanInspection.parse(await inspectPlan(admin, runId));
  RunCalls.parse(await inspectCalls(admin, runId, CallsQuery.parse({}), prompts));
  HopEnvelope.parse(await inspectHop(admin, runId, hop?.hopRef ?? ""));
  WhyAnswer.parse(await explainAnswer(admin, runId, "printed", prompts));
  RunStates.parse(await inspectStates(admin, conversationId, runId));
  ContextTimelines.parse(await inspectTimelines(admin, conversationId));
  RunComparison.parse(await compareRuns(admin, runId, later.runId));
  const transcript = await inspectPublicTranscript(admin, runId);
  expect(transcript.messages.map(({ content }) => content)).toContain("It printed.");
  expect((await searchInRun(admin, runId, "zqtool")).total).toBe(0);
  const lines: string[] = [];
  for await (const line of exportRun(admin, runId, prompts)) lines.push(line);
  const events = lines
    .join("")
    .split("\n")
    .filter((line) => line.includes('"kind":"event"'));
  expect(events).toHaveLength(turn.events.length);
  expect(events.filter((line) => line.includes("zqtool"))).toEqual([]);
  expect(RunSealCheck.parse(await checkSeal(admin, runId))).toMatchObject({
    state: "holds",
    erased: turn.events.length,
    rule: "retention",
  });
});

it("answers why of a continued answer, too", async () => {
  const talk = await newTalk();
  await modelControl().script("zqrest", [
    { text: "It begins and", finishReason: "length" },
    { text: " goes on." },
  ]);
  await talk.say("zqrest it");
  const { runId, answer, of } = await talk.goOn();
  expect(answer).toBe("It begins and goes on.");
  expect(of("answer.delta")).not.toEqual([]);
  const endedAt = new Date(Date.now() - 40 * 86_400_000);
  await db().run.update({ where: { id: runId }, data: { endedAt } });
  await sealTrail(trailKeys(), null);
  await applyRetention("log-payloads", 30);
  const admin = await createPerson("admin");
  WhyAnswer.parse(await explainAnswer(admin, runId, "goes", await registeredPrompts()));
});

it("lets its person go on, and have the answer again", async () => {
  const talk = await newTalk();
  const turn = await talk.say("hello");
  await sealTrail(trailKeys(), null);
  const endedAt = new Date(Date.now() - 40 * 86_400_000);
  await db().run.update({ where: { id: turn.runId }, data: { endedAt } });
  await applyRetention("log-payloads", 30);
  expect((await talk.retry()).answer).not.toBe("");
  expect((await talk.say("hello again")).answer).not.toBe("");
});

it("opens in every panel that does not need the log, and goes on, once its month is erased", async () => {
  await createEventMonths();
  const talk = await newTalk();
  const turn = await talk.say("hello");
  const later = await talk.say("list users");
  await sealTrail(trailKeys(), null);
  const begins = new Date(`${new Date().toISOString().slice(0, 7)}-01`);
  const how = { rule: "retention", actorId: null } as const;
  const erase = () =>
    kysely()
      .transaction()
      .execute((transaction) => eraseLogMonth(transaction, begins, how));
  await expect.poll(async () => (await erase()).ok).toBe(true);
  await createEventMonths();
  await sealTrail(trailKeys(), null);

  const admin = await createPerson("admin");
  const { runId, conversationId } = turn;
  const prompts = await registeredPrompts();
  RunInspection.parse(await inspectRun(admin, runId));
  RunNews.parse(await inspectRunNews(admin, runId, 0));
  const query = EventWindowQuery.parse({ from: "1", limit: "200" });
  expect(EventWindow.parse(await inspectEventWindow(admin, runId, query)).total).toBe(0);
  expect(await inspectTrace(admin, runId, null)).toMatchObject({ eventCount: 0 });
  PlanInspection.parse(await inspectPlan(admin, runId));
  RunCalls.parse(await inspectCalls(admin, runId, CallsQuery.parse({}), prompts));
  WhyAnswer.parse(await explainAnswer(admin, runId, "hello", prompts));
  RunStates.parse(await inspectStates(admin, conversationId, runId));
  ContextTimelines.parse(await inspectTimelines(admin, conversationId));
  RunComparison.parse(await compareRuns(admin, runId, later.runId));
  expect((await inspectPublicTranscript(admin, runId)).messages.length).toBeGreaterThan(0);
  expect((await searchInRun(admin, runId, "hello")).total).toBe(0);
  expect(RunSealCheck.parse(await checkSeal(admin, runId))).toMatchObject({
    state: "holds",
    events: 0,
    erased: turn.events.length,
    rule: "retention",
  });
  expect((await talk.retry()).answer).not.toBe("");
  expect((await talk.say("hello again")).answer).not.toBe("");
});
