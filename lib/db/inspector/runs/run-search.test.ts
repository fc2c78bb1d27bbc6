import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import type { LogEventBody } from "../../../contracts/run/log-event.ts";
import { db } from "../../client.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { recordRun } from "../testing/recorded-run.ts";
import { listRunNames, listRuns } from "./list-runs.ts";

provideTestDatabase();
process.env.PAYLOAD_REASON = "free";

const WHOLE_LOG: readonly LogEventBody[] = [
  { type: "run.started", agentId: "general", userMessageId: "m" },
  { type: "status.changed", status: "thinking" },
  { type: "run.ended", ending: "complete", reason: null },
];

let admin: Actor;
beforeAll(async () => {
  admin = await createPerson("admin");
});

describe("the list of runs", () => {
  it("finds the run that an id names: of a run, a conversation, a message, a hop, a call or an approval", async () => {
    const person = await createPerson();
    const call: LogEventBody = {
      type: "tool.called",
      hopRef: "h3",
      toolCallId: "call_ab12cd34",
      tool: "web_search@1",
      arguments: {},
      argsSha256: "a".repeat(64),
      planStepId: null,
      writes: false,
    };
    const turn = await recordRun(person, { text: "Which id am I?", events: [call] });
    const approval = await db().approval.create({
      data: {
        id: randomUUID(),
        conversationId: turn.conversationId,
        runId: turn.runId,
        answerMessageId: turn.answerMessageId,
        agentId: "users",
        question: "?",
        tool: "delete_person@1",
        resume: {},
      },
    });
    for (const id of [
      turn.runId,
      turn.runId.toUpperCase(),
      `${turn.runId}:h3`,
      turn.conversationId,
      turn.userMessageId,
      turn.answerMessageId,
      approval.id,
      call.toolCallId,
    ]) {
      const { runs } = await listRuns(admin, { q: id });
      expect(
        runs.map((run) => run.id),
        id,
      ).toEqual([turn.runId]);
    }
    expect((await listRuns(admin, { q: randomUUID() })).total).toBe(0);
  });

  it("shows the reason of a failure, and finds runs by it", async () => {
    const { runId } = await recordRun(await createPerson(), { status: "failed" });
    await db().run.update({ where: { id: runId }, data: { reason: "round-limit" } });
    const { runs } = await listRuns(admin, { reason: "round-limit" });
    expect(runs).toMatchObject([{ id: runId, reason: "round-limit" }]);
    expect((await listRunNames(admin)).reasons).toContain("round-limit");
  });

  it("gives the findings of a run that reads complete, the most severe first", async () => {
    const { runId } = await recordRun(await createPerson(), { events: WHOLE_LOG });
    const tags = ["deviation:ambiguous", "deviation:missing", "deviation:unplanned_write"];
    await db().run.update({ where: { id: runId }, data: { tags } });
    const { runs } = await listRuns(admin, { kind: "ambiguous" });
    expect(runs).toMatchObject([
      { status: "complete", findings: ["unplanned_write", "ambiguous"] },
    ]);
  });

  it.each(["pending", "approved", "declined", "expired"])(
    "tells a run whose call was %s from one that a policy watched, whatever version scored it",
    async (status) => {
      const state = status === "pending" ? "waiting" : (status as "approved");
      const watched = ["deviation:would_deny"];
      // Earlier versions gave both the same tag.
      for (const tags of [watched, ["deviation:needs_approval"]]) {
        const { runId, conversationId, answerMessageId } = await recordRun(await createPerson(), {
          events: WHOLE_LOG,
        });
        const data = { tags, policyOutcome: "needs_approval" };
        await db().run.update({ where: { id: runId }, data });
        const asked = { agentId: "users", question: "Delete?", tool: "delete_person", resume: {} };
        const approval = { id: randomUUID(), runId, conversationId, answerMessageId };
        await db().approval.create({ data: { ...approval, ...asked, status } });
        const named = { q: runId } as const;
        const { runs } = await listRuns(admin, { ...named, policy: state });
        expect(runs).toMatchObject([{ approval: state, findings: [] }]);
        expect((await listRuns(admin, { ...named, policy: "needs_approval" })).total).toBe(1);
        expect((await listRuns(admin, { ...named, kind: "needs_approval" })).total).toBe(1);
        expect((await listRuns(admin, { ...named, kind: "would_deny" })).total).toBe(0);
      }
      const { runId } = await recordRun(await createPerson(), { events: WHOLE_LOG });
      await db().run.update({ where: { id: runId }, data: { tags: watched } });
      const { runs } = await listRuns(admin, { q: runId, kind: "would_deny" });
      expect(runs).toMatchObject([{ approval: null, findings: ["would_deny"] }]);
      expect((await listRuns(admin, { q: runId, policy: state })).total).toBe(0);
    },
  );

  it("says which runs have lost rows of their log, and finds them", async () => {
    const whole = await recordRun(await createPerson(), { events: WHOLE_LOG });
    const { runId } = await recordRun(await createPerson(), { events: WHOLE_LOG });
    const endless = await recordRun(await createPerson(), { events: WHOLE_LOG });
    const active = await recordRun(await createPerson(), { status: "running" });
    const remove = (id: string, seq: number) =>
      db().$executeRawUnsafe(`DELETE FROM run_event WHERE run_id = '${id}' AND seq = ${seq}`);
    expect((await listRuns(admin, { q: runId })).runs).toMatchObject([{ findings: [] }]);
    await remove(runId, 2);
    await remove(endless.runId, 3);
    const findingsOf = async (id: string) => {
      const { runs } = await listRuns(admin, { q: id });
      return runs.flatMap(({ findings }) => findings);
    };
    expect(await findingsOf(whole.runId)).toEqual([]);
    expect(await findingsOf(runId)).toEqual(["log_gap"]);
    expect(await findingsOf(endless.runId)).toEqual(["log_gap"]);
    expect(await findingsOf(active.runId)).toEqual([]);
    const found = (await listRuns(admin, { kind: "log_gap" })).runs.map(({ id }) => id);
    expect(found).toEqual(expect.arrayContaining([runId, endless.runId]));
    expect(found).not.toContain(whole.runId);
    expect(found).not.toContain(active.runId);
  });
});
