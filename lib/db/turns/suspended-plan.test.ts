/** A suspended plan is stored with its question, and nowhere else. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import type { Execution } from "../../contracts/run/plan.ts";
import { NO_ARTIFACTS, type RunResult } from "../../contracts/run/run-work.ts";
import type { SuspendedPlan } from "../../contracts/run/suspended-plan.ts";
import { getConversation } from "../conversations/get-conversation.ts";
import { finishRun } from "../runs/finish/finish-run.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  NO_LIMITS,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../testing/turn-fixtures.ts";
import { type CreateTurn, createTurn } from "./create-turn.ts";
import type { CreatedTurn } from "./created-turn.ts";
import { createRetry } from "./replace/replace-answer.ts";

provideTestDatabase();

const OPEN = { tool: "delete_person", resume: { id: "call_1" }, question: "Delete Ada?" };

function courseOf(fromRunId: string): SuspendedPlan {
  const of = { type: "agent" as const, expectedArgsSha256: null };
  return {
    version: 1,
    fromRunId,
    steps: [
      { id: "s1", target: "users", agentId: "users", objective: "Delete Ada.", ...of },
      { id: "s2", target: "general", agentId: "general", objective: "Count.", ...of },
    ],
    stepOutcomes: [],
    results: [],
    files: [],
  };
}

async function begin(actor: Actor, more: Partial<CreateTurn> = {}): Promise<CreatedTurn> {
  const begun = await createTurn(actor, newTurn(more));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return begun.turn;
}

const finish = (
  { runId, userId }: CreatedTurn,
  bodies: LogEventBody[],
  more: Partial<RunResult> = {},
) =>
  finishRun({
    runId,
    userId,
    leaseOwner: LEASE_OWNER,
    ending: "failed",
    reason: "model-unavailable",
    answer: "",
    totals: NO_TOTALS,
    events: eventsOf(runId, bodies),
    ...NO_ARTIFACTS,
    ...more,
  });

/** Asks a question and creates the turn of the person's decision. */
async function decided(actor: Actor, hasCourse = true) {
  const asked = await begin(actor);
  const id = randomUUID();
  const course = hasCourse ? courseOf(asked.runId) : null;
  await finish(asked, [], {
    ending: "complete",
    approvals: [{ id, agentId: "users", suspendedPlan: course, ...OPEN }],
  });
  const { conversationId } = asked;
  const turn = await begin(actor, { conversationId, approval: { id, decision: "approved" } });
  return { asked, course, turn };
}

function stepEnded(status: Execution["status"], planStepId = "s1"): LogEventBody[] {
  const ran = { planStepId, type: "agent" as const, target: "users", status, hopRef: "h2" };
  const execution = { ...ran, actualArgsSha256: null, writes: false, approved: false };
  return [
    { type: "execution.recorded", hopRef: "h2", execution },
    { type: "hop.ended", hopRef: "h2", outcome: "ok", durationMs: 1, result: "Ada is deleted." },
  ];
}

async function retry(actor: Actor, { answerMessageId }: CreatedTurn) {
  const lease = { leaseOwner: LEASE_OWNER, leaseMs: 15_000 };
  const given = { answerMessageId, agentId: "general", ...lease, limits: NO_LIMITS };
  const begun = await createRetry(actor, given);
  if (!begun.ok) throw new Error(begun.reason);
  return begun.turn;
}

describe("a suspended plan", () => {
  it("comes unchanged with the person's decision, and is never shown to them", async () => {
    const actor = await createPerson();
    const { asked, course, turn } = await decided(actor);
    expect(turn.approval).toMatchObject({
      agentId: "users",
      decision: "approved",
      suspendedPlan: course,
    });
    const seen = await getConversation(actor, asked.conversationId);
    expect(JSON.stringify(seen)).toContain("Delete Ada?");
    expect(JSON.stringify(seen)).not.toContain("Count.");
  });

  it("is null if no plan waits with the question", async () => {
    const { turn } = await decided(await createPerson(), false);
    expect(turn.approval).toMatchObject({ suspendedPlan: null });
  });

  it("comes with a retry, together with the earlier result of the asking step", async () => {
    const actor = await createPerson();
    const { course, turn } = await decided(actor);
    await finish(turn, stepEnded("ok"));
    const retried = await retry(actor, turn);
    expect(retried.approval).toMatchObject({ suspendedPlan: course, answered: "Ada is deleted." });
    // However often.
    await finish(retried, []);
    const again = await retry(actor, retried);
    expect(again.approval).toMatchObject({ suspendedPlan: course, answered: "Ada is deleted." });
  });

  it.each([
    ["failed", () => stepEnded("failed")],
    ["was another one", () => stepEnded("ok", "s2")],
    ["is not on record", () => []],
  ])("comes without an answer where that step %s", async (_how, bodies) => {
    const actor = await createPerson();
    const { turn } = await decided(actor);
    await finish(turn, bodies());
    expect((await retry(actor, turn)).approval).toMatchObject({ answered: null });
  });

  it("comes without a result if the step asked again", async () => {
    const actor = await createPerson();
    const { turn } = await decided(actor);
    const approvals = [{ id: randomUUID(), agentId: "users", suspendedPlan: null, ...OPEN }];
    await finish(turn, stepEnded("ok"), { ending: "complete", approvals });
    expect((await retry(actor, turn)).approval).toMatchObject({ answered: null });
  });
});
