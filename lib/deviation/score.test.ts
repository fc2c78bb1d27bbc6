import { describe, expect, it } from "vitest";
import type {
  AgentExecution,
  ExecutionRecord,
  OrchestratorPlan,
  PlanStep,
} from "./payload-schemas.ts";
import { scoreDeviation } from "./score.ts";

const digest = (letter: string) => letter.repeat(64);
const tool = (id: string, target?: string, args?: string): PlanStep => ({
  id,
  type: "tool",
  ...(target ? { target_tool: target } : {}),
  ...(args ? { expected_args_sha256: digest(args) } : {}),
});
const agent = (id: string, node: string): PlanStep => ({ id, type: "agent", target_node_id: node });
const ran = (
  step: string | undefined,
  tool_invoked?: string,
  more: Partial<ExecutionRecord> = {},
): ExecutionRecord => ({ plan_step_id: step, tool_invoked, status: "ok", ...more });
const score = (steps: PlanStep[], runs: ExecutionRecord[], ended = true) =>
  scoreDeviation({ version: 1, steps }, { version: 1, runs }, { ended });
const kinds = (result: ReturnType<typeof score>, severity?: string) =>
  result.findings
    .filter((finding) => !severity || finding.severity === severity)
    .map(({ kind }) => kind);

describe("a run that its person stopped", () => {
  const steps = [agent("1", "general"), tool("2", "b"), tool("3", "c")];

  it("has no missing steps: what it did not reach is outside of the plan's size, and costs nothing", () => {
    const runs = [ran("1", undefined, { metadata: { type: "agent", node_id: "general" } })];
    const plan = { version: 1 as const, steps };
    const options = { ended: true, stopped: true };
    const result = scoreDeviation(plan, { version: 1, runs }, options);
    expect(result).toMatchObject({ score: 0, recall: 1, metric_version: 3 });
    expect(result.steps.map((step) => step.class)).toEqual([
      ["args_unverified"],
      ["not_reached"],
      ["not_reached"],
    ]);
    expect(result.moves.map(({ stepId }) => stepId)).toEqual(["1"]);
    expect(scoreDeviation(plan, { version: 1, runs }, { ended: true }).score).toBe(0.5);
    expect(scoreDeviation(plan, { version: 1, runs: [] }, options).score).toBe(0);
  });

  it("has no failed step where the attempt was cut off", () => {
    const runs = [ran("2", "b", { status: "stopped" })];
    const result = scoreDeviation(
      { version: 1, steps },
      { version: 1, runs },
      {
        ended: true,
        stopped: true,
      },
    );
    expect(result.steps[1]?.class).toEqual(["args_unverified", "stopped"]);
    expect(result.score).toBe(0);
  });
});

describe("a payload of an unknown version", () => {
  const runs = [ran("1", "a")];
  const unknown = (payload: object) => ({ ...payload, version: 2 }) as never;

  it("has no score, and a finding", () => {
    const cases: [OrchestratorPlan | null, AgentExecution][] = [
      [unknown({ steps: [tool("1", "a")] }), { version: 1 as const, runs }],
      [{ version: 1 as const, steps: [tool("1", "a")] }, unknown({ runs })],
      [null, unknown({ runs })],
    ];
    for (const [plan, execution] of cases) {
      const result = scoreDeviation(plan, execution, { ended: true });
      expect(result).toMatchObject({ score: null, fitness: null, recall: null, steps: [] });
      expect(result.findings).toMatchObject([{ kind: "unknown_version", value: 2 }]);
    }
  });
});

describe("the share of calls that the plan names", () => {
  it("counts a call that fits no step as not named", () => {
    const result = score([tool("1", "a")], [ran("1", "a"), ran(undefined, "x"), ran("9", "y")]);
    expect(result.findings.find(({ kind }) => kind === "plan_detail")?.value).toBeCloseTo(2 / 3);
  });
});

describe("an agent that is still running", () => {
  it("is pending, although a call inside it has a record", () => {
    const calls = [ran("1", "a", { metadata: { type: "tool", node_id: "general" } })];
    const result = score([agent("1", "general")], calls, false);
    expect(result.steps[0]).toMatchObject({ class: ["pending"], cost: 0 });
  });
});

describe("worked examples", () => {
  it("A: three of three right", () => {
    const steps = [tool("1", "a", "a"), tool("2", "b", "b"), tool("3", "c", "c")];
    const runs = ["a", "b", "c"].map((name, index) =>
      ran(`${index + 1}`, name, { actual_args_sha256: digest(name) }),
    );
    const result = score(steps, runs);
    expect(result).toMatchObject({
      score: 0,
      fitness: 1,
      recall: 1,
      precision: 1,
      order: 1,
      argsCoverage: 1,
      unplanned: [],
      metric_version: 3,
    });
    expect(result.steps[0]).toEqual({ stepId: "1", class: ["ok"], cost: 0, records: [runs[0]] });
  });

  it("B: another argument, one step missing, one call unplanned", () => {
    const steps = [tool("1", "fetch", "a"), tool("2", "summarise"), tool("3", "send")];
    const runs = [
      ran("1", "fetch", { actual_args_sha256: digest("f") }),
      ran(undefined, "db.query"),
      ran("3", "send"),
    ];
    const result = score(steps, runs);
    expect(result.score).toBe(0.5);
    expect(result.recall).toBeCloseTo(2 / 3);
    expect(result.precision).toBeCloseTo(2 / 3);
    expect(result.argsCoverage).toBe(0.5);
    expect(result.unplanned).toEqual([runs[1]]);
    expect(result.steps.map((step) => step.class)).toEqual([
      ["unexpected_args"],
      ["missing"],
      ["args_unverified"],
    ]);
    expect(kinds(result, "warning")).toEqual(["self_report_mismatch", "unplanned"]);
  });

  it("C: out of order, and a retry that went well", () => {
    const steps = ["s1", "s2", "s3", "s4"].map((id) => tool(id));
    const runs = [
      ran("s1"),
      ran("s3", undefined, { status: "failed" }),
      ran("s3"),
      ran("s2"),
      ran("s4"),
    ];
    const result = score(steps, runs);
    expect(result.score).toBe(1.25 / 8);
    expect(result.order).toBe(0.75);
  });

  it("D: another version, and a call denied", () => {
    const steps = [tool("1", "fetch@1.0"), tool("2", "pay@2.0")];
    const runs = [ran("1", "fetch@2.0"), ran("2", "pay@2.0", { status: "denied" })];
    const result = score(steps, runs);
    expect(result.score).toBe(0.75);
    expect(kinds(result, "alert")).toEqual(["wrong_target", "denied"]);
  });

  it("E: no plan is null, never 100 %", () => {
    const runs = [ran(undefined, "db.write", { metadata: { writes: true } })];
    const result = scoreDeviation(null, { version: 1, runs }, { ended: true });
    expect(result).toMatchObject({ score: null, fitness: null, recall: null, steps: [] });
    expect(kinds(result)).toEqual(["no_plan", "unplanned_write"]);
  });

  it("F: two planned, nothing ran", () => {
    const result = scoreDeviation({ version: 1, steps: [tool("1"), tool("2")] }, null, {
      ended: true,
    });
    expect(result).toMatchObject({ score: 1, fitness: 0, recall: 0, precision: null, order: null });
  });

  it("G: two planned, both with the wrong target", () => {
    const steps = [tool("1", "a"), tool("2", "b")];
    expect(score(steps, [ran("1", "x"), ran("2", "y")]).score).toBe(1);
  });
});

describe("classes", () => {
  it("scores a plan of no steps of which nothing ran as 0", () => {
    expect(score([], [])).toMatchObject({ score: 0, fitness: 1, recall: null, precision: null });
  });

  it("leaves steps pending until the run has ended", () => {
    const steps = [tool("1"), tool("2")];
    expect(score(steps, [ran("1")], false)).toMatchObject({
      score: 0,
      recall: 0.5,
      steps: [{}, { class: ["pending"], cost: 0 }],
    });
    expect(score(steps, [ran("1")], true).score).toBeCloseTo(1 / 3);
  });

  it("caps retries at 0.5 and a linked step at 2", () => {
    const failing = Array.from({ length: 5 }, () => ran("1", "a", { status: "error" }));
    expect(score([tool("1", "a")], failing).steps[0]).toMatchObject({
      cost: 1.5,
      class: ["args_unverified", "failed", "retried"],
    });
    const worst = failing.map((record) => ({ ...record, tool_invoked: "b" }));
    expect(score([tool("1", "a")], worst).steps[0]?.cost).toBe(2);
  });

  it("compares nodes too, and leaves open what either side leaves open", () => {
    const steps = [agent("1", "users"), tool("2", "fetch"), tool("3", "fetch@1")];
    const runs = [
      ran("1", undefined, { metadata: { node_id: "general" } }),
      ran("2", "fetch@9"),
      ran("3", "fetch"),
    ];
    expect(score(steps, runs).steps.map(({ cost }) => cost)).toEqual([2, 0, 0]);
  });

  it("warns of what a policy would deny, at no cost", () => {
    const result = score([tool("1", "a")], [ran("1", "a", { status: "would_deny" })]);
    expect(result.score).toBe(0);
    expect(kinds(result, "warning")).toEqual(["would_deny"]);
  });

  it("compares nothing of a step that waits for approval, and warns of nothing", () => {
    const waits = { status: "would_deny", metadata: { waits: true, writes: true } } as const;
    const steps = [agent("1", "users"), tool("1.1", "rm")];
    const asks = ran("1", undefined, { metadata: { node_id: "users" } });
    const result = score(steps, [asks, ran("1.1", "rm", waits)]);
    expect(result).toMatchObject({
      score: 0,
      recall: 1,
      precision: 1,
      counts: { planned: 1, matched: 1, ran: 1 },
      size: 4,
      steps: [{}, { class: ["args_unverified", "needs_approval"], cost: 0 }],
    });
    expect(kinds(result, "warning")).toEqual([]);
    expect(kinds(result, "info")).toContain("needs_approval");
    const alone = score([tool("1", "rm")], [ran("1", "rm", waits)]);
    expect(alone).toMatchObject({ recall: null, precision: null, order: null, argsCoverage: null });
    // Inside an agent's step and beside the plan, too, a call that did not run changed nothing.
    expect(kinds(score([], [ran(undefined, "rm", waits)]), "alert")).toEqual([]);
  });

  it("counts what a policy denied as planned, and not as ran", () => {
    const result = score(
      [tool("1", "pay"), tool("2")],
      [ran("1", "pay", { status: "denied" }), ran("2")],
    );
    expect(result).toMatchObject({ recall: 0.5, precision: 1, counts: { planned: 2, ran: 1 } });
  });

  it("says nothing of what ran while nothing did", () => {
    const steps = [agent("1", "general")];
    const inside = ran(undefined, "web_search", { metadata: { node_id: "general" } });
    expect(score(steps, [], false)).toMatchObject({ recall: null, precision: null });
    expect(score(steps, [inside], false)).toMatchObject({
      recall: null,
      precision: null,
      counts: { planned: 1, matched: 0, ran: 0 },
    });
  });

  it("alerts on an unplanned tool that writes", () => {
    const runs = [ran(undefined, "rm", { metadata: { writes: true, approved: true } })];
    expect(kinds(score([], runs), "alert")).toEqual(["unplanned_write"]);
  });
});

describe("links", () => {
  it("links a record without an id to the only step of its type and target", () => {
    const steps = [tool("1", "fetch@1"), tool("2", "send"), agent("3", "users")];
    const runs = [
      ran(undefined, "fetch@1"),
      ran(undefined, "send@2"),
      ran(undefined, undefined, { metadata: { node_id: "users" } }),
    ];
    expect(score(steps, runs)).toMatchObject({ score: 0, recall: 1, unplanned: [] });
  });

  it("leaves it unlinked where there are several, and says ambiguous", () => {
    const steps = [tool("1", "fetch@1"), tool("2", "fetch@2")];
    const result = score(steps, [ran(undefined, "fetch")]);
    expect(result.unplanned).toHaveLength(1);
    expect(kinds(result, "warning")).toEqual(["ambiguous"]);
    expect(score(steps, [ran(undefined, "fetch@2")]).unplanned).toEqual([]);
  });

  it("flags an unknown id", () => {
    expect(kinds(score([tool("1")], [ran("9")]), "warning")).toEqual(["unknown_step"]);
  });
});

describe("levels", () => {
  const below = (more: Partial<ExecutionRecord> = {}) =>
    ran(undefined, "web_search", { metadata: { node_id: "general" }, ...more });
  const hop = ran("1", undefined, { metadata: { node_id: "general" } });

  it("neither punishes nor praises a coarse plan", () => {
    const result = score(
      [agent("1", "general")],
      [hop, below(), below({ status: "failed" }), ran("1", "b")],
    );
    expect(result).toMatchObject({ score: 0, precision: 1, unplanned: [] });
    expect(result.steps[0]?.records).toEqual([hop]);
    expect(result.findings).toMatchObject([
      { kind: "calls_inside", stepId: "1", value: 3 },
      { kind: "plan_detail", value: 1 },
    ]);
  });

  it("counts calls below an agent for which the plan names tools", () => {
    const step: PlanStep = { ...tool("2", "python"), target_node_id: "general" };
    const steps = [agent("1", "general"), step];
    expect(score(steps, [hop, below()])).toMatchObject({ recall: 0.5, precision: 0.5 });
    const planned = ran("1", "python", { metadata: { node_id: "general" } });
    expect(score(steps, [hop, planned])).toMatchObject({ score: 0, recall: 1, unplanned: [] });
  });

  it("alerts on a write inside that nobody approved", () => {
    const write = { node_id: "general", writes: true };
    const steps = [agent("1", "general")];
    const refused = score(steps, [hop, below({ metadata: write })]);
    expect(kinds(refused, "alert")).toEqual(["unplanned_write"]);
    const approved = score(steps, [hop, below({ metadata: { ...write, approved: true } })]);
    expect(kinds(approved, "alert")).toEqual([]);
  });
});

describe("steps that were put off to another run", () => {
  const steps = [agent("1", "users"), agent("2", "general"), agent("3", "general")];
  const suspended = (runs: ExecutionRecord[], ...ids: string[]) =>
    scoreDeviation(
      { version: 1, steps },
      { version: 1, runs },
      { ended: true, suspendedIds: new Set(ids) },
    );

  it("are pending, and no part of any figure", () => {
    const result = suspended([ran("1")], "2", "3");
    expect(result).toMatchObject({ score: 0, recall: 1, precision: 1 });
    expect(result.steps.map((step) => step.class[0])).toEqual([
      "args_unverified",
      "pending",
      "pending",
    ]);
    expect(result.moves.map(({ stepId }) => stepId)).toEqual(["1"]);
    expect(kinds(result, "info").filter((kind) => kind === "carried_over")).toHaveLength(2);
  });

  it("do not thin out what the others cost", () => {
    expect(suspended([ran("1", undefined, { status: "failed" })], "2", "3").score).toBe(0.5);
    expect(suspended([ran("1")], "3").score).toBeCloseTo(1 / 3);
  });

  it("count as what they are where they ran after all", () => {
    expect(suspended([ran("1"), ran("2"), ran("3")], "2", "3")).toMatchObject({
      score: 0,
      recall: 1,
    });
  });
});
