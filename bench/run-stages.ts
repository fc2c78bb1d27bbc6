/** Runs the stages that were asked for, one after another, on one stack. */
import { demoModelControl } from "../e2e/fixtures/demo-model-control.ts";
import { measureAgentLoop } from "./measure/agent-loop.ts";
import { measureDatabase } from "./measure/database.ts";
import { measureFirstToken } from "./measure/first-token.ts";
import { measurePage } from "./measure/page.ts";
import { measurePlanning } from "./measure/planning.ts";
import { measureScoring } from "./measure/scoring.ts";
import { measureServerProcess } from "./measure/server-process.ts";
import type { BenchScene, BenchStage } from "./measure/stage.ts";
import { measureStateSizes } from "./measure/state-sizes.ts";
import { measureUnderLoad } from "./measure/under-load.ts";
import type { Figure } from "./report/figure.ts";
import type { BenchOptions, StageName } from "./stack/bench-options.ts";
import type { Endings } from "./stack/end-in-order.ts";
import { startBase } from "./stack/start-base.ts";
import { buildRelay } from "./stack/start-controls.ts";

const MEASURES: Record<StageName, { title: string; measure: BenchStage }> = {
  "first-token": { title: "Send to first token", measure: measureFirstToken },
  load: { title: "100 and 300 conversations", measure: measureUnderLoad },
  loop: { title: "Agent loop", measure: measureAgentLoop },
  database: { title: "Database", measure: measureDatabase },
  page: { title: "First-load JavaScript", measure: measurePage },
  process: { title: "Server process", measure: measureServerProcess },
  planning: { title: "A planned turn", measure: measurePlanning },
  scoring: { title: "Scoring", measure: measureScoring },
  states: { title: "State sizes", measure: measureStateSizes },
};

export async function runStages(
  options: BenchOptions,
  endings: Endings,
  say: (line: string) => void,
): Promise<Figure[]> {
  const base = await startBase(options.asBuilt, endings, say);
  await buildRelay(say);
  const model = demoModelControl(base.modelUrl);
  const scene: BenchScene = { quick: options.quick, base, model, endings, say };
  const figures: Figure[] = [];
  for (const name of options.stages) {
    const { title, measure } = MEASURES[name];
    const began = Date.now();
    say(title);
    await model.clear();
    figures.push(...(await measure(scene)));
    console.log(`  ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  return figures;
}
