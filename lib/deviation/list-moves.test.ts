import { describe, expect, it } from "vitest";
import { scoreDeviation } from "./score.ts";

const digest = (letter: string) => letter.repeat(64);

describe("moves", () => {
  it("name what was planned, what was missed and what nobody planned, and cost what the score costs", () => {
    const scored = scoreDeviation(
      {
        version: 1,
        steps: [
          { id: "s1", type: "agent", target_node_id: "general" },
          { id: "s1.1", type: "tool", target_tool: "python@1", target_node_id: "general" },
          { id: "end", type: "action", target_tool: "compose" },
        ],
      },
      {
        version: 1,
        runs: [
          { plan_step_id: "s1", status: "ok", metadata: { type: "agent", node_id: "general" } },
          { tool_invoked: "db@2", status: "ok", metadata: { type: "tool", node_id: "general" } },
        ],
      },
      { ended: true },
    );
    const general = { agentId: "general" };
    expect(scored.moves).toEqual([
      {
        stepId: "s1",
        type: "agent",
        target: "general",
        ...general,
        class: ["args_unverified"],
        cost: 0,
      },
      { stepId: "s1.1", type: "tool", target: "python@1", ...general, class: ["missing"], cost: 1 },
      {
        stepId: "end",
        type: "action",
        target: "compose",
        agentId: null,
        class: ["missing"],
        cost: 1,
      },
      { stepId: null, type: "tool", target: "db@2", ...general, class: ["unplanned"], cost: 1 },
    ]);
    const total = scored.moves.reduce((sum, { cost }) => sum + cost, 0);
    expect(scored.score).toBe(total / 5);
  });

  it("are the same for another run of the same course, whatever its digests and hops", () => {
    const run = (letter: string) =>
      scoreDeviation(
        { version: 1, steps: [{ id: "s1", type: "tool", target_tool: "t" }] },
        {
          version: 1,
          runs: [
            {
              plan_step_id: "s1",
              tool_invoked: "t",
              status: "ok",
              actual_args_sha256: digest(letter),
            },
          ],
        },
        { ended: true },
      );
    expect(JSON.stringify(run("a").moves)).toBe(JSON.stringify(run("b").moves));
  });

  it("are none without a plan", () => {
    const runs = [{ tool_invoked: "t", status: "ok" as const }];
    expect(scoreDeviation(null, { version: 1, runs }, { ended: true }).moves).toEqual([]);
  });
});
