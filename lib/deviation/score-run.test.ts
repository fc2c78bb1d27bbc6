import { describe, expect, it } from "vitest";
import type { LogEventBody } from "../contracts/run/log-event.ts";
import { scoreRun } from "./score-run.ts";

const at = "2026-01-01T00:00:00.000Z";
const SHA = "a".repeat(64);
const step = (id: string, type: "agent" | "tool", target: string) => ({
  id,
  type,
  target,
  agentId: "users",
  objective: "",
  expectedArgsSha256: null,
});
const PLAN = {
  revision: 0,
  source: "model" as const,
  reason: "",
  steps: [step("s1", "agent", "users"), step("s1.1", "tool", "list@1")],
  attempts: 1,
};
const hop = (hopRef: string, parentRef: string | null, kind: "agent" | "service" | "tool") => ({
  type: "hop.started" as const,
  hopRef,
  parentRef,
  kind,
  nodeId: kind === "agent" ? "users" : "ums",
});
const ran = (hopRef: string, type: "agent" | "tool", target: string): LogEventBody => ({
  type: "execution.recorded",
  hopRef,
  execution: {
    planStepId: type === "agent" ? "s1" : "s1.1",
    type,
    target,
    actualArgsSha256: SHA,
    status: "ok",
    hopRef,
    writes: false,
    approved: false,
  },
});
const claimed = (agentId: string, tool: string): LogEventBody => ({
  type: "execution.claimed",
  hopRef: "h1",
  agentId,
  claims: {
    version: 1,
    runs: [{ tool_invoked: tool, actual_args_sha256: SHA, status: "ok" }],
  },
});
const score = (...more: LogEventBody[]) =>
  scoreRun(
    PLAN,
    [
      hop("h1", null, "agent"),
      hop("h2", "h1", "service"),
      hop("h3", "h2", "tool"),
      ran("h3", "tool", "list@1"),
      ran("h1", "agent", "users"),
      ...more,
    ].map((body) => ({ body, at })),
    false,
  );

describe("the score of a run", () => {
  it("counts what ran in starting order, regardless of the order of the records", () => {
    expect(score()).toMatchObject({ score: 0, order: 1, claims: [] });
  });

  it("ignores the agent's claims and lists their differences separately", () => {
    expect(score(claimed("users", "list@1"))).toEqual(score());
    const { claims, ...rest } = score(claimed("users", "erase@1"));
    expect({ ...rest, claims: [] }).toEqual(score());
    expect(claims).toEqual([
      {
        agentId: "users",
        mismatches: [
          { kind: "not_run", tool: "erase@1", claimIndex: 0, recordIndex: null },
          { kind: "not_claimed", tool: "list@1", claimIndex: null, recordIndex: 1 },
        ],
      },
    ]);
  });

  it("does not score what a run that its person stopped did not reach", () => {
    const plan = { ...PLAN, steps: [...PLAN.steps, step("s2", "agent", "general")] };
    const recorded = [hop("h1", null, "agent"), ran("h1", "agent", "users")];
    const given = recorded.map((body) => ({ body, at }));
    const classes = (stopped: boolean) =>
      scoreRun(plan, given, stopped).steps.map(({ class: [first] }) => first);
    expect(classes(true)).toEqual(["args_unverified", "not_reached", "not_reached"]);
    expect(classes(false)).toEqual(["args_unverified", "missing", "missing"]);
    expect(scoreRun(plan, given, true)).toMatchObject({ score: 0, recall: 1, metric_version: 3 });
  });

  it("ignores an unreadable claim", () => {
    const nonsense: LogEventBody = { ...claimed("users", "x"), claims: "all well" } as LogEventBody;
    expect(score(nonsense).claims).toEqual([
      { agentId: "users", mismatches: [expect.objectContaining({ kind: "not_claimed" })] },
    ]);
  });
});
