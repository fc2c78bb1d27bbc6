import { describe, expect, it } from "vitest";
import { RunStates } from "../../contracts/inspector/run/state-inspection.ts";
import { db } from "../../db/client.ts";
import { recordRun, recordState, SOME_EVENTS } from "../../db/inspector/testing/recorded-run.ts";
import { createPerson, provideTestDatabase } from "../../db/testing/turn-fixtures.ts";
import { packGeneralState } from "../../hidden-state/pack-general-state.ts";
import { readFreely } from "../testing/read-freely.ts";
import { inspectStates } from "./inspect-states.ts";

provideTestDatabase();
readFreely();

const SECRET = "lantern-secret";

const stateOf = (...runIds: string[]) =>
  packGeneralState(
    runIds.map((runId) => ({
      runId,
      messages: [
        { role: "user", content: SECRET },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "c1", type: "function", function: { name: "add", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "c1", content: SECRET },
        { role: "assistant", content: "Done" },
      ],
    })),
  );

/** Two runs of one conversation; the second loads the state that the first has stored. */
async function twoRuns() {
  const person = await createPerson();
  const first = await recordRun(person);
  const { conversationId } = first;
  await recordState(first, 1, stateOf(first.runId));
  const second = await recordRun(person, { conversationId, events: SOME_EVENTS });
  await recordState(second, 2, stateOf(first.runId, second.runId));
  return { conversationId, first: first.runId, second: second.runId };
}

describe("inspectStates", () => {
  it("shows before, delta and after, and the sizes of all versions", async () => {
    const { conversationId, second } = await twoRuns();
    const admin = await createPerson("admin");
    const { running, agents } = RunStates.parse(await inspectStates(admin, conversationId, second));
    expect(running).toBe(false);
    expect(agents).toMatchObject([
      {
        agentId: "general",
        before: { version: 1, readable: true, findings: [] },
        after: { version: 2, runId: second },
        exchanges: [
          { inBefore: true, inAfter: true },
          { inBefore: false, inAfter: true, runId: second },
        ],
        sizes: [
          { version: 1, calls: 1 },
          { version: 2, calls: 2 },
        ],
        sizeCount: 2,
      },
    ]);
  });

  it("lists what was quarantined, with its reason", async () => {
    const { conversationId, second } = await twoRuns();
    const quarantined = {
      quarantinedAt: new Date(),
      quarantinedReason: "gpa_messages: not an object",
    };
    await db().hiddenState.updateMany({ where: { conversationId, version: 1 }, data: quarantined });
    await db().$executeRaw`
      UPDATE hidden_state SET state = '{"is_gpa": true, "gpa_messages": 7}'
      WHERE conversation_id = ${conversationId}::uuid AND version = 1`;
    const { agents } = await inspectStates(await createPerson("admin"), conversationId, second);
    expect(agents[0]).toMatchObject({
      before: { readable: false, findings: [expect.stringContaining("gpa_messages")] },
      sizes: [{ calls: 0, quarantined: { reason: "gpa_messages: not an object" } }, { calls: 2 }],
    });
    const masked = await inspectStates(await createPerson("auditor"), conversationId, second);
    expect(masked.agents[0]).toMatchObject({ before: { readable: false } });
    // A place in a state may be a key that a model chose.
    expect(JSON.stringify(masked)).not.toContain("not an object");
  });

  it("sends an auditor structure, and nothing that was written", async () => {
    const { conversationId, second } = await twoRuns();
    const auditor = await createPerson("auditor");
    const states = await inspectStates(auditor, conversationId, second);
    expect(JSON.stringify(states)).not.toContain(SECRET);
    expect(states.agents[0]?.exchanges?.[1]?.entries[1]?.calls).toMatchObject([
      { id: "c1", tool: "add", arguments: { bytes: 64, value: null, withheld: "masked" } },
    ]);
  });

  it("is for operators, knows only runs of that conversation, and is audited", async () => {
    const { conversationId, first, second } = await twoRuns();
    const other = await recordRun(await createPerson());
    const user = await createPerson();
    const admin = await createPerson("admin");
    await expect(inspectStates(user, conversationId, first)).rejects.toMatchObject({
      code: "forbidden",
    });
    for (const [conversation, run] of [
      [conversationId, other.runId],
      [other.conversationId, first],
      [crypto.randomUUID(), first],
    ] as const) {
      await expect(inspectStates(admin, conversation, run)).rejects.toMatchObject({
        code: "not-found",
      });
    }
    await inspectStates(admin, conversationId, second);
    const target = `conversation:${conversationId}`;
    expect(await db().auditEvent.findMany({ where: { target } })).toMatchObject([
      {
        actorId: admin.userId,
        action: "conversation.inspected",
        outcome: "allowed",
        detail: { part: "states", runId: second },
      },
    ]);
  });
});
