/** A run whose process died: what its log says was accepted is what the next turn knows. */
import { describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { applyDelta } from "../../../context-state/apply-delta.ts";
import {
  COORDINATOR_CONTEXT,
  type CoordinatorDelta,
} from "../../../context-state/coordinator-context.ts";
import { replayDeltas } from "../../../context-state/replay-deltas.ts";
import type { LogEventBody } from "../../../contracts/run/log-event.ts";
import { db } from "../../client.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  newTurn,
  provideTestDatabase,
} from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import { appendRunEvents } from "../append-run-events.ts";
import { findOrphanedRuns, interruptOrphanedRuns } from "./sweep-expired-runs.ts";

provideTestDatabase();

const sweep = async () => interruptOrphanedRuns((await findOrphanedRuns()).map(({ id }) => id));
const schema = COORDINATOR_CONTEXT;
const agentId = "coordinator";

async function begin(actor: Actor, conversationId: string | null = null, leaseMs = 0) {
  const begun = await createTurn(actor, newTurn({ leaseMs, conversationId, text: "hello there" }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return begun.turn;
}

/** Events of accepted deltas, and the state after them. */
function accept(from: typeof schema.empty, ...deltas: CoordinatorDelta[]) {
  let state = from;
  const events = deltas.map((delta, at): LogEventBody => {
    const next = applyDelta(state, delta, { turnText: "", schema });
    if (!next.ok) throw new Error(next.detail);
    state = next.state;
    const { patch, beforeSha256, afterSha256 } = next;
    const made = { origin: "coordinator" as const, schema: schema.name, delta, patch };
    const digests = { beforeSha256, afterSha256 };
    return {
      type: "context.changed",
      hopRef: "h1",
      agentId,
      ordinal: at + 1,
      ...digests,
      paths: [],
      change: made,
    };
  });
  return { events, state };
}

const started = (hopRef: string, parentRef: string | null, kind: "coordinator" | "agent") =>
  ({
    type: "hop.started",
    hopRef,
    parentRef,
    kind,
    nodeId: kind === "agent" ? "general" : "coordinator",
  }) satisfies LogEventBody;
const PLAN: LogEventBody = {
  type: "plan.made",
  hopRef: "h1",
  plan: {
    revision: 0,
    source: "model",
    reason: "Because.",
    attempts: 1,
    steps: [
      {
        id: "s1",
        type: "agent",
        target: "general",
        agentId: "general",
        objective: "Answer.",
        expectedArgsSha256: null,
      },
    ],
  },
};

describe("a run whose process died", () => {
  it("leaves the states and the deltas that its log says were accepted, in an unbroken chain", async () => {
    const actor = await createPerson();
    const first = await begin(actor);
    const one = accept(schema.empty, { active_agent: "general" }, { awaiting: "general: a name" });
    await appendRunEvents(LEASE_OWNER, eventsOf(first.runId, one.events));
    expect(await sweep()).toEqual([first.runId]);

    const second = await begin(actor, first.conversationId);
    expect(second.states[agentId]).toMatchObject({
      version: 1,
      state: { context_state: one.state, schema: schema.name },
    });
    const two = accept(one.state, { awaiting: "" });
    await appendRunEvents(LEASE_OWNER, eventsOf(second.runId, two.events));
    await sweep();

    const third = await begin(actor, first.conversationId, 15_000);
    expect(third.states[agentId]).toMatchObject({
      version: 2,
      state: { context_state: two.state },
    });
    const rows = await db().contextDelta.findMany({
      where: { conversationId: first.conversationId },
      orderBy: { ordinal: "asc" },
    });
    expect(rows.map(({ ordinal, runId }) => [ordinal, runId])).toEqual([
      [1, first.runId],
      [2, first.runId],
      [3, second.runId],
    ]);
    expect(replayDeltas(schema.empty, rows, { schema })).toMatchObject({
      ok: true,
      state: two.state,
    });
  });

  it("leaves the history of its nodes, with digests, and the score of its plan", async () => {
    const { runId } = await begin(await createPerson());
    const model = { hopRef: "h2", callId: "h2.m1" };
    const sha = "a".repeat(64);
    await appendRunEvents(
      LEASE_OWNER,
      eventsOf(runId, [
        started("h1", null, "coordinator"),
        PLAN,
        started("h2", "h1", "agent"),
        {
          type: "model.called",
          ...model,
          round: 1,
          manifest: {
            version: 1,
            agentId: "general",
            memoryPolicy: "tool-history",
            segments: [],
            promptSha256: sha,
            bytes: 0,
          },
        },
      ]),
    );
    await sweep();
    const nodes = await db().nodeHistory.findMany({ where: { runId }, orderBy: { hopRef: "asc" } });
    expect(nodes).toMatchObject([
      { hopRef: "h1", kind: "coordinator", outcome: "stopped", inputSha256: expect.any(String) },
      { hopRef: "h2", kind: "agent", nodeId: "general", outcome: "stopped", inputSha256: sha },
    ]);
    const run = await db().run.findUniqueOrThrow({
      where: { id: runId },
      include: { score: true },
    });
    expect(run).toMatchObject({
      status: "interrupted",
      score: { deviation: 0, detail: { steps: [{ class: ["not_reached"] }] } },
    });
    expect(run.tags).toEqual(["agent:general", "deviation:not_reached"]);
  });

  it("ends although its log has a change that does not follow from the stored state", async () => {
    const { runId } = await begin(await createPerson());
    const elsewhere = accept(
      { ...schema.empty, active_agent: "users" },
      { active_agent: "general" },
    );
    await appendRunEvents(LEASE_OWNER, eventsOf(runId, elsewhere.events));
    expect(await sweep()).toEqual([runId]);
    expect(await db().hiddenState.count({ where: { runId } })).toBe(0);
    expect(await db().contextDelta.count({ where: { runId } })).toBe(0);
  });
});
