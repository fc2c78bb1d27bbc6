import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AgentExecution,
  type ExecutionRecord,
  ExecutionStatus,
  OrchestratorPlan,
  type PlanStep,
  StepType,
} from "./payload-schemas.ts";
import { findInOrder, scoreDeviation } from "./score.ts";

const ids = fc.constantFrom("s1", "s2", "s3", "s4", "s5", "__proto__");
const tools = fc.constantFrom("fetch", "fetch@1.0", "fetch@2.0", "@org/pay@1", "send");
const nodes = fc.constantFrom("general", "users");
const digests = fc.constantFrom("a".repeat(64), "b".repeat(64));

const step: fc.Arbitrary<PlanStep> = fc.record(
  {
    id: ids,
    type: fc.constantFrom(...StepType.options),
    target_tool: tools,
    target_node_id: nodes,
    expected_args_sha256: digests,
  },
  { requiredKeys: ["id", "type"] },
);
const record: fc.Arbitrary<ExecutionRecord> = fc.record(
  {
    plan_step_id: fc.oneof(ids, fc.constant("s9")),
    tool_invoked: tools,
    actual_args_sha256: digests,
    status: fc.constantFrom(...ExecutionStatus.options),
    metadata: fc.record({ node_id: nodes, writes: fc.boolean() }, { requiredKeys: [] }),
  },
  { requiredKeys: ["status"] },
);
const plans = fc.array(step, { maxLength: 8 }).map((steps) => ({ version: 1 as const, steps }));
const executions = fc
  .array(record, { maxLength: 12 })
  .map((runs) => ({ version: 1 as const, runs }));
const ended = fc.record({ ended: fc.boolean(), stopped: fc.boolean() });

describe("for any plan and execution", () => {
  it("a stopped run scores no higher than if it had ended of itself, and misses nothing", () => {
    fc.assert(
      fc.property(plans, executions, (plan, execution) => {
        const stopped = scoreDeviation(plan, execution, { ended: true, stopped: true });
        const alone = scoreDeviation(plan, execution, { ended: true });
        expect(stopped.score).toBeLessThanOrEqual(alone.score ?? 0);
        const classes = stopped.steps.flatMap((scored) => scored.class);
        expect(classes).not.toContain("missing");
        expect(classes.filter((kind) => kind === "not_reached")).toHaveLength(
          alone.steps.filter((scored) => scored.class.includes("missing")).length,
        );
      }),
    );
  });

  it("every figure is within its bounds", () => {
    fc.assert(
      fc.property(plans, executions, ended, (plan, execution, options) => {
        const result = scoreDeviation(plan, execution, options);
        const { score, fitness, recall, precision, order, argsCoverage } = result;
        for (const figure of [score, fitness, recall, precision, order, argsCoverage]) {
          if (figure === null) continue;
          expect(figure).toBeGreaterThanOrEqual(0);
          expect(figure).toBeLessThanOrEqual(1);
        }
        expect(score).not.toBeNull();
        expect((score ?? 0) + (fitness ?? 0)).toBe(1);
        expect(result.steps.map(({ stepId }) => stepId)).toEqual(plan.steps.map(({ id }) => id));
      }),
    );
  });

  it("a perfect run scores 0", () => {
    const unique = fc.uniqueArray(step, { selector: ({ id }) => id });
    fc.assert(
      fc.property(unique, (steps) => {
        const runs = steps.map((planned): ExecutionRecord => {
          const { id, type, target_tool, target_node_id, expected_args_sha256 } = planned;
          const tool = type === "agent" ? {} : { tool_invoked: target_tool };
          const metadata = { type, ...(target_node_id ? { node_id: target_node_id } : {}) };
          return {
            plan_step_id: id,
            ...tool,
            actual_args_sha256: expected_args_sha256,
            status: "ok",
            metadata,
          };
        });
        const plan = { version: 1 as const, steps };
        expect(scoreDeviation(plan, { version: 1, runs }, { ended: true }).score).toBe(0);
      }),
    );
  });

  it("an added unplanned record never raises fitness", () => {
    const unplanned = record.map((added) => ({ ...added, plan_step_id: "never planned" }));
    fc.assert(
      fc.property(
        plans,
        executions,
        ended,
        unplanned,
        fc.nat(),
        (plan, execution, options, added, at) => {
          const runs = execution.runs.toSpliced(at % (execution.runs.length + 1), 0, added);
          const before = scoreDeviation(plan, execution, options).fitness ?? 0;
          const after = scoreDeviation(plan, { version: 1, runs }, options).fitness ?? 0;
          expect(after).toBeLessThanOrEqual(before);
        },
      ),
    );
  });

  it("renaming step ids changes nothing", () => {
    const rename = (id: string) => `${[...id].reverse().join("")}-${id.length}`;
    fc.assert(
      fc.property(plans, executions, ended, (plan, execution, options) => {
        const steps = plan.steps.map((planned) => ({ ...planned, id: rename(planned.id) }));
        const runs = execution.runs.map(({ plan_step_id: id, ...rest }) =>
          id === undefined ? rest : { ...rest, plan_step_id: rename(id) },
        );
        const renamed = scoreDeviation({ version: 1, steps }, { version: 1, runs }, options);
        const original = scoreDeviation(plan, execution, options);
        const bare = (result: typeof original) => ({
          ...result,
          steps: result.steps.map(({ class: classes, cost }) => ({ classes, cost })),
          unplanned: result.unplanned.length,
          moves: result.moves.map(({ stepId, ...move }) => ({ ...move, planned: stepId !== null })),
          findings: result.findings.map(({ stepId, ...finding }) => ({
            ...finding,
            at: stepId !== null,
          })),
        });
        expect(bare(renamed)).toEqual(bare(original));
      }),
    );
  });
});

describe("findInOrder", () => {
  it("is a longest increasing subsequence", () => {
    const lengthByTable = (places: number[]) => {
      const best: number[] = [];
      for (const [index, place] of places.entries()) {
        const before = places
          .slice(0, index)
          .map((other, at) => (other < place ? (best[at] ?? 0) : 0));
        best[index] = 1 + Math.max(0, ...before);
      }
      return Math.max(0, ...best);
    };
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50), { maxLength: 20 }), (places) => {
        const members = findInOrder(places);
        const found = places.filter((place) => members.has(place));
        expect(found).toEqual([...found].sort((left, right) => left - right));
        expect(members.size).toBe(lengthByTable(places));
      }),
    );
  });
});

describe("payload schemas", () => {
  it("take the seeds' examples", () => {
    const sha256 = "0".repeat(64);
    const planned = {
      id: "step-1",
      type: "tool",
      target_tool: "fetch@1.0",
      target_node_id: "sub-agent",
    };
    const steps = [{ ...planned, expected_args_sha256: sha256, metadata: { model: "m" } }];
    const said = { plan_step_id: "step-1", tool_invoked: "fetch@1.0", actual_args_sha256: sha256 };
    const runs = [
      { ...said, status: "ok", deviation_reason: "unexpected_args", metadata: { retries: 1 } },
    ];
    expect(OrchestratorPlan.parse({ version: 1, steps })).toEqual({ version: 1, steps });
    expect(AgentExecution.parse({ version: 1, runs })).toEqual({ version: 1, runs });
  });

  it.each([
    ["another version", OrchestratorPlan, { version: 2, steps: [] }],
    [
      "repeated ids",
      OrchestratorPlan,
      {
        version: 1,
        steps: [
          { id: "1", type: "tool" },
          { id: "1", type: "tool" },
        ],
      },
    ],
    [
      "raw arguments",
      OrchestratorPlan,
      { version: 1, steps: [{ id: "1", type: "tool", args: {} }] },
    ],
    [
      "no digest",
      AgentExecution,
      { version: 1, runs: [{ status: "ok", actual_args_sha256: "{}" }] },
    ],
    ["no status", AgentExecution, { version: 1, runs: [{}] }],
  ])("refuse %s", (_what, schema, payload) => {
    expect(schema.safeParse(payload).success).toBe(false);
  });
});
