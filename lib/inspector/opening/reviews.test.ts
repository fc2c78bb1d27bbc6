/** What people and assistants said: nowhere for an auditor until the run is given to them, nor for an admin until they give a reason. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { EventWindowQuery } from "../../contracts/inspector/events/event-page.ts";
import { CallsQuery } from "../../contracts/inspector/run/call-inspection.ts";
import { registeredPrompts } from "../../coordinator/prompt-registry.ts";
import { newTalk } from "../../coordinator/testing/take-turns.ts";
import { db } from "../../db/client.ts";
import { openPayloads } from "../../db/inspector/opening/payload-openings.ts";
import { giveForReview, listReviewers } from "../../db/inspector/opening/reviews.ts";
import { readCompareCandidates } from "../../db/inspector/read-compared-run.ts";
import { exportRuns } from "../../db/inspector/runs/export-runs.ts";
import { listRuns } from "../../db/inspector/runs/list-runs.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { compareRuns } from "../compare/compare-runs.ts";
import { inspectTimelines } from "../context/inspect-timelines.ts";
import { inspectCalls } from "../model-calls/inspect-calls.ts";
import { inspectPlan } from "../plan/inspect-plan.ts";
import { exportRun } from "../run/export-run.ts";
import { inspectConversationTree, inspectPublicTranscript } from "../run/inspect-conversation.ts";
import { inspectEventWindow } from "../run/inspect-events.ts";
import { inspectRun, searchInRun } from "../run/inspect-run.ts";
import { inspectStates } from "../states/inspect-states.ts";
import { inspectTrace } from "../timeline/inspect-trace.ts";
import { explainAnswer } from "../why/explain-answer.ts";

// Before the first read of the settings.
process.env.AUDITORS_SEE_CONVERSATIONS = "reviewed";
process.env.PAYLOAD_REASON = "required";
provideUms();

const ASKED = "zqasked";
const ANSWERED = "2880067194370816120";

let admin: Actor;
let auditor: Actor;
let runId: string;
let otherRunId: string;
let conversationId: string;

beforeAll(async () => {
  [admin, auditor] = [await createPerson("admin"), await createPerson("auditor")];
  const talk = await newTalk();
  runId = (await talk.say(`What is fibonacci(90)? ${ASKED}`)).runId;
  otherRunId = (await talk.say("And of 20?")).runId;
  const run = await db().run.findUniqueOrThrow({ where: { id: runId } });
  conversationId = run.conversationId;
});

/** Everything that the inspector answers about the run, as text, by what answers it. */
async function readAll(actor: Actor): Promise<Record<string, string>> {
  const recipes = await registeredPrompts();
  const all = {
    list: listRuns(actor, {}),
    search: listRuns(actor, { q: ASKED }),
    file: exportRuns(actor, { format: "csv" }).then((batches) => Array.fromAsync(batches)),
    run: inspectRun(actor, runId),
    transcript: inspectPublicTranscript(actor, runId),
    tree: inspectConversationTree(actor, runId),
    events: inspectEventWindow(actor, runId, EventWindowQuery.parse({})),
    calls: inspectCalls(actor, runId, CallsQuery.parse({}), recipes),
    plan: inspectPlan(actor, runId),
    states: inspectStates(actor, conversationId, runId),
    timelines: inspectTimelines(actor, conversationId),
    trace: inspectTrace(actor, runId, null),
    comparison: compareRuns(actor, runId, otherRunId),
    candidates: readCompareCandidates(actor, otherRunId),
    export: Array.fromAsync(exportRun(actor, runId, recipes)),
  };
  const entries = Object.entries(all).map(async ([name, answer]) => [
    name,
    JSON.stringify(await answer),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

const holding = (answers: Record<string, string>, word: string) =>
  Object.entries(answers)
    .filter(([, text]) => text.includes(word))
    .map(([name]) => name);

describe("what was said in a run", () => {
  it("is nowhere for an auditor whom it was not given to, and not to be guessed", async () => {
    const answers = await readAll(auditor);
    expect(holding(answers, ASKED)).toEqual([]);
    expect(holding(answers, ANSWERED)).toEqual([]);
    expect((await searchInRun(auditor, runId, ASKED)).total).toBe(0);
    const recipes = await registeredPrompts();
    expect(await explainAnswer(auditor, runId, ANSWERED, recipes)).toMatchObject({ ok: false });
  });

  it("is nowhere for an admin who gave no reason, by no search and by no other run of theirs", async () => {
    const another = await createPerson("admin");
    const elsewhere = (await (await newTalk()).say("Something else")).runId;
    await openPayloads(another, elsewhere, "Another complaint");
    const answers = await readAll(another);
    expect(holding(answers, ASKED)).toEqual([]);
    expect(holding(answers, ANSWERED)).toEqual([]);
    expect((await listRuns(another, { q: ASKED })).total).toBe(0);
    expect((await searchInRun(another, runId, ASKED)).total).toBe(0);
    const recipes = await registeredPrompts();
    expect(await explainAnswer(another, runId, ANSWERED, recipes)).toMatchObject({ ok: false });
  });

  it("is there for an admin who gave a reason", async () => {
    await openPayloads(admin, runId, "A complaint");
    const answers = await readAll(admin);
    expect(holding(answers, ASKED)).toEqual(
      expect.arrayContaining(["list", "search", "file", "run", "transcript", "candidates"]),
    );
    expect(holding(answers, ANSWERED)).toEqual(expect.arrayContaining(["run", "transcript"]));
  });

  it("is not there by a reason for another run of its conversation", async () => {
    const third = await createPerson("admin");
    await openPayloads(third, otherRunId, "A complaint about twenty");
    const around = {
      run: (await inspectRun(third, otherRunId)).messages,
      transcript: (await inspectPublicTranscript(third, otherRunId)).messages,
      tree: (await inspectConversationTree(third, otherRunId)).messages,
    };
    for (const [name, messages] of Object.entries(around)) {
      const text = JSON.stringify(messages);
      expect(text, name).toContain("And of 20?");
      expect(text, name).not.toContain(ASKED);
      expect(text, name).not.toContain(ANSWERED);
      expect(messages.filter(({ masked }) => masked)).toHaveLength(2);
    }
    expect(JSON.stringify(await inspectTimelines(third, conversationId))).not.toContain(ASKED);
    const before = JSON.stringify(await inspectStates(third, conversationId, runId));
    expect(before).toContain('"withheld":"masked"');
    const opened = JSON.stringify(await inspectStates(third, conversationId, otherRunId));
    expect(opened).not.toContain('"withheld":"masked"');
    await openPayloads(third, runId, "A complaint about ninety");
    const both = JSON.stringify(await inspectPublicTranscript(third, otherRunId));
    expect(both).toContain(ASKED);
  });

  it("is there for an auditor whom the run was given to, until that is taken back", async () => {
    await giveForReview(admin, runId, { auditorId: auditor.userId, isGiven: true });
    const answers = await readAll(auditor);
    expect(holding(answers, ASKED)).toEqual(
      expect.arrayContaining(["list", "search", "file", "run", "transcript", "candidates"]),
    );
    expect(holding(answers, ANSWERED)).toEqual(expect.arrayContaining(["run", "transcript"]));
    const reviewers = await listReviewers(admin, runId);
    expect(reviewers).toContainEqual({ id: auditor.userId, name: "Somebody", isGiven: true });
    const another = await createPerson("auditor");
    expect(holding(await readAll(another), ASKED)).toEqual([]);
    await giveForReview(admin, runId, { auditorId: auditor.userId, isGiven: false });
    expect(holding(await readAll(auditor), ASKED)).toEqual([]);
  });

  it("is given by admins alone, and to auditors alone, and that is on record", async () => {
    const given = { auditorId: auditor.userId, isGiven: true };
    await expect(giveForReview(auditor, runId, given)).rejects.toMatchObject({ code: "forbidden" });
    const person = await createPerson("user");
    await expect(giveForReview(person, runId, given)).rejects.toMatchObject({ code: "forbidden" });
    await expect(listReviewers(auditor, runId)).rejects.toMatchObject({ code: "forbidden" });
    const wrong = { auditorId: person.userId, isGiven: true };
    await expect(giveForReview(admin, runId, wrong)).rejects.toMatchObject({ code: "not-found" });
    const rows = await db().auditEvent.findMany({
      where: { action: { startsWith: "review." } },
      orderBy: { at: "asc" },
    });
    expect(rows.map(({ action, actorId, subjectId }) => ({ action, actorId, subjectId }))).toEqual([
      { action: "review.given", actorId: admin.userId, subjectId: auditor.userId },
      { action: "review.withdrawn", actorId: admin.userId, subjectId: auditor.userId },
    ]);
  });
});
