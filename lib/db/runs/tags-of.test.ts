import { describe, expect, it } from "vitest";
import type { NodeRecord } from "../../contracts/run/run-work.ts";
import { scoreDeviation } from "../../deviation/score.ts";
import { tagsOf } from "./tags-of.ts";

const node = (kind: string, nodeId: string): NodeRecord => ({
  hopRef: crypto.randomUUID(),
  parentRef: null,
  kind,
  nodeId,
  inputSha256: null,
  outputSha256: null,
  outcome: "ok",
  model: null,
  startedAt: new Date(0).toISOString(),
  durationMs: 1,
});

describe("tagsOf", () => {
  it("names agents and tools once each, and nobody else", () => {
    const nodeHistory = [
      node("coordinator", "coordinator"),
      node("agent", "users"),
      node("agent", "general"),
      node("agent", "users"),
      node("service", "ums"),
      node("tool", "web_search@1"),
    ];
    expect(tagsOf({ nodeHistory, newStates: [], deviation: null })).toEqual([
      "agent:general",
      "agent:users",
      "tool:web_search@1",
    ]);
  });

  it("names how the plan was left, as the score says it", () => {
    const plan = { version: 1 as const, steps: [{ id: "s1", type: "agent" as const }] };
    const write = { tool_invoked: "delete_user@1", status: "ok" as const };
    const runs = [{ ...write, metadata: { type: "tool" as const, writes: true, approved: false } }];
    const detail = scoreDeviation(plan, { version: 1, runs }, { ended: true });
    const marks = tagsOf({
      nodeHistory: [],
      newStates: [],
      deviation: { score: detail.score, detail },
    });
    expect(marks).toContain("deviation:missing");
    expect(marks).toContain("deviation:unplanned");
    expect(marks).toContain("deviation:unplanned_write");
  });

  it("accepts a score of another shape", () => {
    expect(
      tagsOf({ nodeHistory: [], newStates: [], deviation: { score: 1, detail: "?" } }),
    ).toEqual([]);
  });
});
