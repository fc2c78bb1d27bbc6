import { describe, expect, it } from "vitest";
import type { StoredStateSize, StoredStateVersion } from "../../db/inspector/states/read-states.ts";
import type { Exchange } from "../../hidden-state/chat-message.ts";
import { encodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import { packGeneralState } from "../../hidden-state/pack-general-state.ts";
import { accessAs } from "../testing/access-as.ts";
import { projectMemories } from "./inspect-states.ts";

const SECRET = "lantern-secret";
const RUNS = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
const [FIRST = "", SECOND = ""] = RUNS;

const exchange = (runId: string, words: string): Exchange => ({
  runId,
  messages: [
    { role: "user", content: words },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "c1", type: "function", function: { name: "count", arguments: `{"of":"${words}"}` } },
      ],
    },
    { role: "tool", tool_call_id: "c1", content: words.repeat(2) },
    { role: "assistant", content: `Counted ${words}` },
  ],
});

const version = (
  agentId: string,
  number: number,
  runId: string,
  state: unknown,
): StoredStateVersion => ({
  agentId,
  version: number,
  runId,
  state,
  bytes: 100,
  quarantinedAt: null,
  quarantinedReason: null,
  createdAt: new Date(0),
});
const general = (number: number, runId: string, exchanges: Exchange[]) =>
  version("general", number, runId, encodeStoredState(packGeneralState(exchanges)));
const context = (number: number, runId: string, answers: Record<string, string>) =>
  version("concierge", number, runId, {
    context_state: {
      intake_summary: "",
      known_constraints: [],
      open_gaps: [],
      questions_asked: [],
      answers,
      ready_to_proceed: false,
    },
    schema: "concierge@1",
  });

describe("projectMemories", () => {
  it("says which exchanges were kept, added and pruned", () => {
    const [old, kept, added] = ["old", "kept", "added"].map((words, n) =>
      exchange(n === 2 ? SECOND : FIRST, words),
    );
    if (!old || !kept || !added) throw new Error("three exchanges");
    const states = [general(1, FIRST, [old, kept]), general(2, SECOND, [kept, added])];
    const [memory] = projectMemories(states, [], SECOND, accessAs("full"));
    expect(memory).toMatchObject({ agentId: "general", memory: "tool-history", changes: [] });
    expect(memory?.exchanges).toMatchObject([
      { inBefore: true, inAfter: false, entries: [{ content: { value: "old" } }, {}, {}, {}] },
      { inBefore: true, inAfter: true },
      { inBefore: false, inAfter: true, runId: SECOND },
    ]);
    expect(memory?.exchanges?.[1]?.entries[1]?.calls).toMatchObject([
      { id: "c1", tool: "count", arguments: { value: '{"of":"kept"}' } },
    ]);
    expect(memory?.exchanges?.[1]?.entries[2]).toMatchObject({ answersCallId: "c1" });
  });

  it("keeps what was there where the run stored nothing", () => {
    const states = [general(1, FIRST, [exchange(FIRST, "kept")])];
    const [memory] = projectMemories(states, [], SECOND, accessAs("full"));
    expect(memory?.after).toBeNull();
    expect(memory?.exchanges).toMatchObject([{ inBefore: true, inAfter: true }]);
  });

  it("leaves structure in the open for an auditor, and nothing that was written", () => {
    const states = [
      general(1, SECOND, [exchange(SECOND, SECRET)]),
      context(1, FIRST, { platform: `${SECRET} one` }),
      context(2, SECOND, { platform: `${SECRET} two`, budget: SECRET }),
      version("users", 1, SECOND, { ums_conversation_id: "00000000-0000-4000-8000-00000000abcd" }),
    ];
    const memories = projectMemories(states, [], SECOND, accessAs("masked"));
    const sent = JSON.stringify(memories);
    expect(sent).not.toContain(SECRET);
    expect(sent).not.toContain("abcd");
    expect(JSON.stringify(projectMemories(states, [], SECOND, accessAs("full")))).toContain(SECRET);
    const [concierge, history, users] = memories;
    // A topic of the intake is declared; another key is the model's.
    expect(concierge?.changes.map(({ op, path }) => `${op} ${path}`).sort()).toEqual([
      expect.stringMatching(/^add \/context_state\/answers\/masked-[0-9a-f]{10}$/),
      "replace /context_state/answers/platform",
    ]);
    expect(history?.exchanges?.[0]?.entries).toMatchObject([
      { role: "user", content: { bytes: 64, value: null, withheld: "masked" } },
      { role: "assistant", content: null, calls: [{ id: "c1", tool: "count" }] },
      { role: "tool", answersCallId: "c1", content: { bytes: 64 } },
      { role: "assistant" },
    ]);
    expect(users?.after?.leaves).toMatchObject([
      { path: "/ums_conversation_id", value: { bytes: 64, value: null } },
    ]);
  });

  it("shows what cannot be decoded as it is stored, and what does not fit its schema as a finding", () => {
    const broken = version("general", 1, FIRST, { is_gpa: true, gpa_messages: SECRET });
    const misfit = version("concierge", 1, FIRST, {
      context_state: { answers: 7 },
      schema: "concierge@1",
    });
    const [concierge, history] = projectMemories([broken, misfit], [], SECOND, accessAs("full"));
    expect(history?.before).toMatchObject({
      readable: false,
      leaves: null,
      findings: [expect.stringMatching(/./)],
      stored: { value: { gpa_messages: SECRET } },
    });
    expect(concierge?.before).toMatchObject({
      readable: true,
      findings: [expect.stringContaining("does not fit concierge@1")],
    });
    const between = general(2, SECOND, [exchange(SECOND, "kept")]);
    const [unknown] = projectMemories([broken, between], [], SECOND, accessAs("full"));
    expect(unknown?.exchanges).toMatchObject([{ inBefore: true, inAfter: true }]);
    const masked = projectMemories([broken], [], SECOND, accessAs("masked"));
    expect(JSON.stringify(masked)).not.toContain(SECRET);
    const named = version("general", 2, SECOND, { is_gpa: true, [SECRET]: 1 });
    expect(
      JSON.stringify(projectMemories([broken, named], [], SECOND, accessAs("masked"))),
    ).not.toContain(SECRET);
    expect(
      JSON.stringify(projectMemories([broken, named], [], SECOND, accessAs("full"))),
    ).toContain(SECRET);
  });

  it("tells what changed although one key is unknown", () => {
    const state = (more: object) => ({ ums_conversation_id: crypto.randomUUID(), ...more });
    const [users] = projectMemories(
      [version("users", 1, FIRST, state({})), version("users", 2, SECOND, state({ extra: 7 }))],
      [],
      SECOND,
      accessAs("full"),
    );
    expect(users?.after?.readable).toBe(false);
    expect(users?.changes.map(({ op, path }) => `${op} ${path}`).toSorted()).toEqual([
      "add /extra",
      "replace /ums_conversation_id",
    ]);
  });

  it("compares no state that is new or large, and replaces long lists whole", () => {
    const changes = (before: object | null, after: object) =>
      projectMemories(
        [
          ...(before ? [version("users", 1, FIRST, before)] : []),
          version("users", 2, SECOND, after),
        ],
        [],
        SECOND,
        accessAs("full"),
      )[0]?.changes.map(({ op, path }) => `${op} ${path}`);
    const list = Array.from({ length: 5_000 }, (_, index) => index);
    expect(changes(null, { extra: 1 })).toEqual([]);
    expect(changes({ extra: "x".repeat(300_000) }, { extra: 1 })).toEqual([]);
    expect(changes({ list, extra: 1 }, { list: [...list, 7], extra: 2 })?.toSorted()).toEqual([
      "replace /extra",
      "replace /list",
    ]);
    expect(changes({ list, extra: 1 }, { list: [...list], extra: 2 })).toEqual(["replace /extra"]);
  });

  it("puts the seeds' figures beside the sizes", () => {
    const sizes = (agentId: string, calls: number[]): StoredStateSize[] =>
      calls.map((count, index) => ({
        ...version(agentId, index + 1, FIRST, null),
        calls: count,
        total: 70,
      }));
    const all = [...sizes("general", [0, 5, 20]), ...sizes("users", [0]), ...sizes("other", [0])];
    const memories = projectMemories([], all, FIRST, accessAs("masked"));
    expect(memories.map(({ sizes: own }) => own.map(({ seedBytes }) => seedBytes))).toEqual([
      [500, 5_120, 20_480],
      [null],
      [62],
    ]);
    expect(memories[0]).toMatchObject({ sizeCount: 70, before: null, after: null });
    expect(memories[1]).toMatchObject({ memory: "undeclared" });
    expect(JSON.stringify(memories)).not.toContain('"state"');
  });
});
