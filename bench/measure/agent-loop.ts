/** Processor time of the agent loop per model call, against a bare loop and two frameworks on the same task. */
import { join } from "node:path";
import { ROOT } from "../../scripts/setup/paths.ts";
import { type LoopProcess, startLoop } from "../loop/start-loop.ts";
import { ANSWER_TOKENS, TOOL_ROUNDS } from "../loop/task.ts";
import { type Figure, ratioFigure } from "../report/figure.ts";
import { median } from "./machine/statistics.ts";
import type { BenchStage } from "./stage.ts";

const LOOPS = {
  ours: "bench/loop/our-loop.ts",
  bare: "bench/loop/bare-loop.ts",
  agents: "bench/loop/agents-loop.mjs",
  ai: "bench/loop/ai-loop.mjs",
} as const;
type LoopName = keyof typeof LOOPS;
const NAMES = Object.keys(LOOPS) as LoopName[];

export const measureAgentLoop: BenchStage = async ({ quick, base, model }) => {
  await model.queue({
    scenario: "bench",
    tokens: ANSWER_TOKENS,
    tokenDelayMs: 0,
    toolRounds: TOOL_ROUNDS,
  });
  const [batches, turns] = quick ? [4, 10] : [20, 20];
  const processes = new Map<LoopName, LoopProcess>();
  const micros: Record<LoopName, number[]> = { ours: [], bare: [], agents: [], ai: [] };
  try {
    for (const name of NAMES) {
      processes.set(name, await startLoop(join(ROOT, LOOPS[name]), base.modelUrl));
    }
    // The first three batches are warm-up, for the compiler.
    for (let batch = -3; batch < batches; batch += 1) {
      for (const [name, loop] of processes) {
        const figure = await loop.perform(turns);
        if (batch >= 0) micros[name].push(figure);
      }
    }
  } finally {
    for (const loop of processes.values()) loop.stop();
  }
  return toFigures(micros, batches * turns);
};

function toFigures(micros: Record<LoopName, number[]>, turns: number): Figure[] {
  const of = (name: LoopName) => median(micros[name]);
  const against = (name: LoopName, controlName: string, atMost: number, note?: string) =>
    ratioFigure({
      id: `loop-cpu-against-${name}`,
      name: `Agent loop, CPU per model call, recording on: against ${controlName}`,
      ours: of("ours"),
      control: of(name),
      controlName,
      atMost,
      unit: "µs",
      note,
      raw: { micros },
    });
  return [
    against(
      "bare",
      "openai SDK",
      1.2,
      `${turns} turns each, ${TOOL_ROUNDS} tool rounds and an answer; one process per loop, medians over interleaved batches`,
    ),
    against("agents", "@openai/agents", 1),
    against("ai", "ai", 1),
  ];
}
