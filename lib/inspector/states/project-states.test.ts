import { describe, expect, it } from "vitest";
import type { StoredStateVersion } from "../../db/inspector/states/read-states.ts";
import { encodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import { packGeneralState } from "../../hidden-state/pack-general-state.ts";
import { accessAs } from "../testing/access-as.ts";
import { projectStates } from "./project-states.ts";

const RESULT = "0123456789".repeat(2_000);
const STATE = packGeneralState([
  {
    runId: "run-1",
    messages: [
      { role: "user", content: "Count" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "count", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "c1", content: RESULT },
      { role: "assistant", content: "Counted" },
    ],
  },
]);

const version = (overrides: Partial<StoredStateVersion>): StoredStateVersion => ({
  agentId: "general",
  version: 1,
  runId: "run-1",
  state: encodeStoredState(STATE),
  bytes: 100,
  quarantinedAt: null,
  quarantinedReason: null,
  createdAt: new Date(0),
  ...overrides,
});

describe("projectStates", () => {
  it("puts a run's own version after, and the other before", () => {
    const versions = [version({ version: 1, runId: "run-0" }), version({ version: 2 })];
    const [general, ...others] = projectStates(versions, "run-1", accessAs("full"));
    expect(others).toEqual([]);
    expect(general?.before?.version).toBe(1);
    expect(general?.after?.version).toBe(2);
  });

  it("shows compressed results decoded, with the size of both forms", () => {
    const after = projectStates([version({})], "run-1", accessAs("full"))[0]?.after;
    expect(after).toMatchObject({ readable: true, findings: [], storedBytes: 100 });
    expect(after?.value.value).toEqual(STATE);
    expect(after?.value.bytes).toBeGreaterThan(RESULT.length);
  });

  it("shows what cannot be decoded as it is stored, and says why", () => {
    const state = { is_gpa: true, gpa_messages: "?" };
    const before = projectStates([version({ runId: null, state })], "run-1", accessAs("full"))[0]
      ?.before;
    expect(before).toMatchObject({ readable: false, value: { value: state } });
    expect(before?.findings).toHaveLength(1);
  });
});
