/** A suspended plan is stored with its question, and nowhere else. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import type { Execution } from "../../contracts/run/plan.ts";
import type { SuspendedPlan } from "../../contracts/run/suspended-plan.ts";
import { getConversation } from "../conversations/get-conversation.ts";
import {
  beginTurn,
  createPerson,
  finishTurn,
  LEASE_OWNER,
  NO_LIMITS,
  provideTestDatabase,
} from "../testing/turn-fixtures.ts";
import type { CreatedTurn } from "./created-turn.ts";
import { createRetry } from "./replace/replace-answer.ts";

provideTestDatabase();

const OPEN = { tool: "delete_person", resume: { id: "call_1" }, question: "Delete Ada?" };

function suspendedPlanOf(fromRunId: string): SuspendedPlan {
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

const FAILED = { ending: "failed", reason: "model-unavailable" } as const;

/** Asks a question and creates the turn of the person's decision. */
async function decided(actor: Actor, hasPlan = true) {
  const asked = await beginTurn(actor);
  const id = randomUUID();
  const suspendedPlan = hasPlan ? suspendedPlanOf(asked.runId) : null;
  await finishTurn(asked, [], {
    ending: "complete",
    approvals: [{ id, agentId: "users", suspendedPlan, ...OPEN }],
  });
  const { conversationId } = asked;
  const turn = await beginTurn(actor, { conversationId, approval: { id, decision: "approved" } });
  return { asked, suspendedPlan, turn };
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
    const { asked, suspendedPlan, turn } = await decided(actor);
    expect(turn.approval).toMatchObject({
      agentId: "users",
      decision: "approved",
      suspendedPlan,
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
    const { suspendedPlan, turn } = await decided(actor);
    await finishTurn(turn, stepEnded("ok"), FAILED);
    const retried = await retry(actor, turn);
    expect(retried.approval).toMatchObject({ suspendedPlan, answered: "Ada is deleted." });
    // However often.
    await finishTurn(retried, [], FAILED);
    const again = await retry(actor, retried);
    expect(again.approval).toMatchObject({ suspendedPlan, answered: "Ada is deleted." });
  });

  it.each([
    ["failed", () => stepEnded("failed")],
    ["was another one", () => stepEnded("ok", "s2")],
    ["is not on record", () => []],
  ])("comes without an answer where that step %s", async (_how, bodies) => {
    const actor = await createPerson();
    const { turn } = await decided(actor);
    await finishTurn(turn, bodies(), FAILED);
    expect((await retry(actor, turn)).approval).toMatchObject({ answered: null });
  });

  it("comes without a result if the step asked again", async () => {
    const actor = await createPerson();
    const { turn } = await decided(actor);
    const approvals = [{ id: randomUUID(), agentId: "users", suspendedPlan: null, ...OPEN }];
    await finishTurn(turn, stepEnded("ok"), { ending: "complete", approvals });
    expect((await retry(actor, turn)).approval).toMatchObject({ answered: null });
  });
});
