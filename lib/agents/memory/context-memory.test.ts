import { describe, expect, it } from "vitest";
import { applyDelta } from "../../context-state/apply-delta.ts";
import { UNKNOWN } from "../../contracts/model/origin.ts";
import { encodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import type { StoredMemory } from "../agent.ts";
import { CONCIERGE_CONTEXT } from "../concierge/concierge-context.ts";
import { concierge } from "../concierge/descriptor.ts";
import { testTask } from "../testing/agent-task.ts";
import { recallContext } from "./context-memory.ts";

const EMPTY = CONCIERGE_CONTEXT.empty;
const KNOWN = { ...EMPTY, intake_summary: "An app", answers: { goal: "Find dogs" } };
const stored = (state: unknown) => ({ version: 4, state });
const good = stored(encodeStoredState({ context_state: KNOWN, schema: "concierge@1" }));
const delta = () => {
  const change = { intake_summary: "An app", answers: { goal: "Find dogs" } };
  const applied = applyDelta(EMPTY, change, { turnText: "", schema: CONCIERGE_CONTEXT });
  if (!applied.ok) throw new Error(applied.detail);
  return applied;
};

const recallFrom = (own: Partial<StoredMemory>) => {
  const { task, events } = testTask({ agent: concierge, own });
  const { trace, ports, memory } = task;
  return { access: { agentId: concierge.id, memory: memory.own, trace, ports }, events };
};

describe("the concierge's memory", () => {
  it("is empty at first, and then the stored state", async () => {
    const first = recallFrom({});
    expect(await recallContext(first.access, CONCIERGE_CONTEXT)).toEqual({
      state: EMPTY,
      version: 0,
      origins: ["deployment"],
      quarantined: null,
      takenBack: [],
    });
    const later = recallFrom({ stored: good });
    expect(await recallContext(later.access, CONCIERGE_CONTEXT)).toEqual({
      state: KNOWN,
      version: 4,
      origins: [UNKNOWN],
      quarantined: null,
      takenBack: [],
    });
    expect(later.events.at(-1)).toMatchObject({ type: "state.loaded", version: 4, finding: null });
  });

  it.each([
    ["another agent's", { ums_conversation_id: "3f0e2f5e-6f0a-4c62-9d5c-1f7e5f1c2a3b" }],
    ["of another schema", { context_state: { mood: "good" }, schema: "concierge@1" }],
    ["no object", "broken"],
  ])("is replayed from its deltas where it is %s", async (_what, broken) => {
    const contextDeltas = async () => [delta()];
    const { access, events } = recallFrom({ stored: stored(broken), contextDeltas });
    const recalled = await recallContext(access, CONCIERGE_CONTEXT);
    expect(recalled).toMatchObject({
      state: KNOWN,
      version: 4,
      quarantined: { agentId: "concierge", version: 4 },
    });
    expect(events.at(-1)).toMatchObject({
      code: "context-rebuilt",
      detail: expect.stringMatching(/replayed/),
    });
  });

  it("starts empty if the deltas are broken too, and records that", async () => {
    const contextDeltas = async () => [{ ...delta(), afterSha256: "0".repeat(64) }];
    const { access, events } = recallFrom({ stored: stored("broken"), contextDeltas });
    expect((await recallContext(access, CONCIERGE_CONTEXT)).state).toEqual(EMPTY);
    expect(events.at(-1)).toMatchObject({ detail: "begun anew: digest-differs" });
  });
});
