import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTick } from "node:timers/promises";
import type { PoolClient } from "pg";
import { describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../scripts/testing/until.ts";
import { applyDelta } from "../context-state/apply-delta.ts";
import { COORDINATOR_CONTEXT } from "../context-state/coordinator-context.ts";
import { NO_ARTIFACTS } from "../contracts/run/run-work.ts";
import { db, openListener, pool } from "../db/client.ts";
import {
  createPerson,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../db/testing/turn-fixtures.ts";
import { createTurn } from "../db/turns/create-turn.ts";
import { executeRun } from "./execute-run.ts";
import { flushRuns } from "./flush-runs.ts";
import { runRegistry } from "./run-registry.ts";
import { showConversation } from "./show-conversation.ts";
import { isStorageFailing } from "./storage-failure.ts";
import { followRun } from "./stream/stream-run.ts";

provideTestDatabase();

const COMPLETE = {
  ending: "complete",
  reason: null,
  totals: NO_TOTALS,
  ...NO_ARTIFACTS,
} as const;

/** The pool's clients have this property, but their type does not declare it. */
type Ending = { end(): Promise<void> };

async function beginTurn() {
  const { instanceId: leaseOwner } = runRegistry();
  const begun = await createTurn(await createPerson(), newTurn({ leaseOwner }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return begun.turn;
}

describe("executeRun", () => {
  it("runs and stores its end outside the request that created it", async () => {
    const request = new AsyncLocalStorage<string>();
    const { runs } = runRegistry();
    const turn = await beginTurn();
    const seen: (string | undefined)[] = [];

    const done = request.run("a request", () => {
      executeRun(turn, async ({ emitText }) => {
        seen.push(request.getStore());
        await nextTick();
        seen.push(request.getStore());
        emitText("An answer");
        return COMPLETE;
      });
      return runs.get(turn.runId)?.done;
    });
    await done;

    expect(seen).toEqual([undefined, undefined]);
    const run = await db().run.findUniqueOrThrow({ where: { id: turn.runId } });
    expect(run.status).toBe("complete");
    expect(runs.has(turn.runId)).toBe(false);
  });

  it("tells of the end that is stored where the answer to its first attempt was lost", async () => {
    const turn = await beginTurn();
    const other = openListener();
    await other.connect();
    await other.query("BEGIN");
    await other.query("SELECT FROM run WHERE id = $1 FOR UPDATE", [turn.runId]);
    const used = new Promise<Ending>((resolve) =>
      pool().once("acquire", (client) => resolve(client as PoolClient & Ending)),
    );
    executeRun(turn, async () => COMPLETE);
    const run = runRegistry().runs.get(turn.runId);
    const told: unknown[] = [];
    run?.log.subscribe((event) => told.push(event));
    const client = await used;
    await vi.waitFor(async () => {
      const waiting = await other.query("SELECT FROM pg_locks WHERE NOT granted");
      expect(waiting.rowCount).toBeGreaterThan(0);
    }, PATIENCE);
    await client.end();
    await other.query("COMMIT");
    await other.end();
    await run?.done;

    expect(told).toEqual([expect.objectContaining({ type: "end", ending: "complete" })]);
    const stored = await db().run.findUniqueOrThrow({ where: { id: turn.runId } });
    expect(stored.status).toBe("complete");
  });

  it("stores the events of other runs where those of one cannot be signed, which ends alone", async () => {
    const turns = [await beginTurn(), await beginTurn(), await beginTurn()];
    const [before, spoilt, behind] = turns;
    if (!before || !spoilt || !behind) throw new Error("three turns begin");
    const goOn = Promise.withResolvers<void>();
    for (const turn of turns)
      executeRun(turn, async ({ appendEvent }) => {
        appendEvent({ type: "run.noted", code: "a", detail: "one" });
        await goOn.promise;
        return COMPLETE;
      });
    const { runs } = runRegistry();
    const held = runs.get(spoilt.runId);
    const circle: Record<string, unknown> = { type: "tool.called", hopRef: "h1" };
    circle.arguments = circle;
    held?.log.appendEvent(circle as never);

    await flushRuns();
    const stored = async ({ runId }: typeof spoilt) =>
      (await db().runEvent.findMany({ where: { runId } })).some(({ type }) => type === "run.noted");
    expect(await Promise.all(turns.map(stored))).toEqual([true, false, true]);
    expect(held?.abort.signal.reason).toBe("lease-lost");
    const others = [before, behind].map(({ runId }) => runs.get(runId)?.done);
    goOn.resolve();
    await Promise.all([held?.done, ...others]);
    const ended = await db().run.findMany({ where: { id: { in: turns.map((one) => one.runId) } } });
    expect(ended.filter(({ status }) => status === "complete")).toHaveLength(2);
  });

  it("keeps what was accepted, the history of nodes and the figures of work that threw", async () => {
    const turn = await beginTurn();
    const schema = COORDINATOR_CONTEXT;
    const delta = { active_agent: "users" };
    const next = applyDelta(schema.empty, delta, { turnText: "", schema });
    if (!next.ok) throw new Error(next.detail);
    executeRun(turn, async ({ appendEvent, persistChanges }) => {
      const hop = { kind: "coordinator" as const, nodeId: "coordinator", parentRef: null };
      appendEvent({ type: "hop.started", hopRef: "h1", ...hop });
      appendEvent({
        type: "context.changed",
        hopRef: "h1",
        agentId: "coordinator",
        ordinal: 1,
        paths: ["active_agent"],
        beforeSha256: next.beforeSha256,
        afterSha256: next.afterSha256,
        change: { origin: "coordinator", schema: schema.name, delta, patch: next.patch },
      });
      await persistChanges();
      // These are not stored yet when the work ends.
      const hop2 = { kind: "agent" as const, nodeId: "users", parentRef: "h1" };
      appendEvent({ type: "hop.started", hopRef: "h2", ...hop2 });
      appendEvent({
        type: "model.answered",
        hopRef: "h2",
        callId: "h2.m1",
        model: "m",
        outcome: "ok",
        reason: null,
        finishReason: "stop",
        text: "",
        toolCallIds: [],
        inputTokens: 7,
        outputTokens: 3,
        firstTokenMs: 1,
        durationMs: 2,
        attempts: 1,
      });
      throw new Error("the database refused a statement");
    });
    await runRegistry().runs.get(turn.runId)?.done;

    const run = await db().run.findUniqueOrThrow({ where: { id: turn.runId } });
    expect(run).toMatchObject({ status: "failed", reason: "internal", inputTokens: 7 });
    const stored = await db().hiddenState.findFirstOrThrow({
      where: { conversationId: turn.conversationId, agentId: "coordinator" },
    });
    expect(stored.state).toMatchObject({ context_state: next.state });
    const nodes = await db().nodeHistory.findMany({ where: { runId: turn.runId } });
    expect(nodes.map(({ hopRef }) => hopRef).toSorted()).toEqual(["h1", "h2"]);
  });

  it("tells at once of an end that the audit trail refuses, and stores it when that takes rows again", async () => {
    const turn = await beginTurn();
    await db().$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT broken CHECK (false) NOT VALID`;
    executeRun(turn, async ({ emitText }) => {
      emitText("An answer");
      return COMPLETE;
    });
    const run = runRegistry().runs.get(turn.runId);
    const told: unknown[] = [];
    run?.log.subscribe((event) => told.push(event));
    await run?.done;

    expect(told.at(-1)).toMatchObject({ type: "end", ending: "interrupted" });
    expect(isStorageFailing()).toBe(true);
    const running = await db().run.findUniqueOrThrow({ where: { id: turn.runId } });
    expect(running.status).toBe("running");
    const actor = { userId: turn.userId, role: "user" } as const;
    const { messages } = await showConversation(actor, turn.conversationId);
    const shown = { content: "An answer", ending: "interrupted", liveRunId: null, canRetry: true };
    expect(messages.at(-1)).toMatchObject(shown);
    const followed: unknown[] = [];
    await followRun(actor, turn.runId, 0, {
      onSnapshot: ({ text }) => followed.push(text),
      onEvent: (event) => followed.push(event),
      onGone: () => undefined,
    });
    const end = expect.objectContaining({ type: "end", ending: "interrupted" });
    expect(followed).toEqual(["An answer", end]);
    await db().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT broken`;
    await vi.waitFor(() => expect(isStorageFailing()).toBe(false), PATIENCE);
    const stored = await db().run.findUniqueOrThrow({ where: { id: turn.runId } });
    expect(stored).toMatchObject({ status: "interrupted", reason: "interrupted" });
    const answer = await db().message.findUniqueOrThrow({ where: { id: turn.answerMessageId } });
    expect(answer).toMatchObject({ content: "An answer", ending: "interrupted" });
    const rows = await db().auditEvent.findMany({ where: { runId: turn.runId } });
    expect(rows).toMatchObject([{ action: "run.ended", detail: { status: "interrupted" } }]);
    const next = newTurn({ conversationId: turn.conversationId });
    expect(await createTurn(actor, next)).toMatchObject({ ok: true });
  });

  it("takes no text of work that has returned", async () => {
    const turn = await beginTurn();
    let late = (_text: string) => {};
    executeRun(turn, async ({ emitText }) => {
      emitText("An answer");
      late = emitText;
      return COMPLETE;
    });
    const run = runRegistry().runs.get(turn.runId);
    await nextTick();
    late(" and more");
    await run?.done;

    expect(run?.log.text).toBe("An answer");
  });
});
