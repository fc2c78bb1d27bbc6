/** Time to score a long run: 10,000 steps, a tenth of them deviating. */
import type { AgentExecution, OrchestratorPlan } from "../../lib/deviation/payload-schemas.ts";
import { scoreDeviation } from "../../lib/deviation/score.ts";
import { absoluteFigure } from "../report.ts";
import { median } from "./machine/statistics.ts";
import type { BenchStage } from "./stage.ts";

const STEPS = 10_000;
const RUNS = 21;

export const measureScoring: BenchStage = async () => {
  const { plan, execution } = longRun();
  const times: number[] = [];
  let score: number | null = null;
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    score = scoreDeviation(plan, execution, { ended: true }).score;
    times.push(performance.now() - startedAt);
  }
  const [first = 0] = times;
  return [
    absoluteFigure({
      id: "score-10000-steps",
      name: "Scoring a run of 10,000 steps",
      ours: median(times),
      atMost: 50,
      unit: "ms",
      note: `median of ${RUNS}, first run ${first.toFixed(0)} ms; score ${score?.toFixed(3)}`,
      raw: { times },
    }),
  ];
};

/** One step in ten deviates: missing, failed, with other arguments, out of order, or followed by an unplanned one. */
function longRun(): { plan: OrchestratorPlan; execution: AgentExecution } {
  const steps = Array.from({ length: STEPS }, (_, index) => ({
    id: `s${index}`,
    type: "tool" as const,
    target_tool: `tool_${index % 50}@1`,
    expected_args_sha256: digest(index),
  }));
  const runs = steps.flatMap((step, index) => {
    const record = {
      plan_step_id: step.id,
      tool_invoked: step.target_tool,
      actual_args_sha256: digest(index % 40 === 1 ? index + 1 : index),
      status: index % 40 === 2 ? ("failed" as const) : ("ok" as const),
    };
    if (index % 40 === 3) return [];
    if (index % 40 === 4) return [record, { tool_invoked: "unasked@1", status: "ok" as const }];
    return [record];
  });
  for (let index = 0; index + 1 < runs.length; index += 40) {
    const [one, other] = [runs[index], runs[index + 1]];
    if (one && other) [runs[index], runs[index + 1]] = [other, one];
  }
  return { plan: { version: 1, steps }, execution: { version: 1, runs } };
}

function digest(index: number): string {
  return index.toString(16).padStart(64, "0");
}
