/** What a run leaves in other tables: a fixture with something of each kind. */
import "server-only";
import { randomUUID } from "node:crypto";
import type { RunResult } from "../../../contracts/run/run-work.ts";

const AT = "2026-01-02T03:04:05.678Z";

/** Something of each kind, with what PostgreSQL does not store. */
export function leftOf(version = 1): Partial<RunResult> {
  const node = { inputSha256: null, outputSha256: "b".repeat(64), startedAt: AT, durationMs: 1.25 };
  const change = {
    agentId: "general",
    hopRef: "h1",
    origin: "model" as const,
    patch: [{ op: "add", path: "/a", value: 1e-7 }],
    beforeSha256: "a".repeat(64),
    afterSha256: "c".repeat(64),
  };
  return {
    newStates: [
      { agentId: "general", version, state: { z: 1.5, a: "half \ud800, nul \0" }, bytes: 30 },
    ],
    contextDeltas: [
      { ...change, ordinal: 1, delta: { b: 1, a: [null, 2] } },
      { ...change, ordinal: 2, delta: { a: "" } },
    ],
    approvals: [
      {
        id: randomUUID(),
        agentId: "users",
        question: "Delete Ada?",
        tool: "delete_person",
        resume: { id: "call_1" },
        suspendedPlan: null,
      },
    ],
    nodeHistory: [
      {
        ...node,
        hopRef: "h2",
        parentRef: "h1",
        kind: "tool",
        nodeId: "x",
        outcome: "ok",
        model: null,
      },
      {
        ...node,
        hopRef: "h10",
        parentRef: "h1",
        kind: "agent",
        nodeId: "y",
        outcome: "ok",
        model: "m",
      },
      {
        ...node,
        hopRef: "h1",
        parentRef: null,
        kind: "coordinator",
        nodeId: "c",
        outcome: "ok",
        model: null,
      },
    ],
    deviation: { score: 0.1 + 0.2, detail: { plan: null, moves: [{ b: 1, a: "ä" }] } },
    policyOutcome: "allow",
    spending: { entries: [], cost: 0.1 + 0.7, note: "estimated" },
    totals: {
      agentId: "users",
      model: "m",
      rounds: 2,
      modelCalls: 3,
      toolCalls: 1,
      inputTokens: 5,
      outputTokens: 7,
    },
  };
}
