import { describe, expect, it } from "vitest";
import type { AgentState } from "./agent-state.ts";
import { diffScopes, enrichOwnScope } from "./agent-variables.ts";

const state: AgentState = { nodeId: "n", variables: { AGENT: { objective: "o" } } };

describe("enrichOwnScope", () => {
  it("adds to the hop's own scope", () => {
    const enriched = enrichOwnScope(state, "AGENT", { agent: { status: "ok" } });
    expect(enriched).toEqual({
      ok: true,
      state: { nodeId: "n", variables: { AGENT: { objective: "o", status: "ok" } } },
    });
  });

  it("refuses any foreign write, says which, and writes nothing", () => {
    expect(enrichOwnScope(state, "TOOL", { TOOL: { a: 1 }, AGENT: {}, llm: {} })).toEqual({
      ok: false,
      reason: "foreign-scope",
      refused: ["AGENT", "ORCHESTRATOR"],
      state,
    });
  });

  it("adds nothing to variables that are elsewhere", () => {
    const away: AgentState = { nodeId: "n", variables: { $ref: `sha256:${"a".repeat(64)}` } };
    expect(enrichOwnScope(away, "TOOL", { TOOL: {} })).toMatchObject({
      reason: "variables-not-here",
    });
  });
});

describe("diffScopes", () => {
  const before = { AGENT: { a: 1, b: { c: [1, 2] } }, TOOL: { x: 1 } };
  const after = { AGENT: { b: { c: [1, 3] }, d: 1 }, TOOL: { x: 1 }, GATEWAY: { status: "ok" } };

  it("names scopes and keys, not values", () => {
    expect(diffScopes(before, after)).toEqual([
      { scope: "AGENT", added: ["d"], changed: ["b"], removed: ["a"] },
      { scope: "GATEWAY", added: ["status"], changed: [], removed: [] },
    ]);
    expect(diffScopes(before, structuredClone(before))).toEqual([]);
  });
});
