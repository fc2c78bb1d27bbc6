/** Runs the chosen stages one after another on one stack. */
import { demoModelControl } from "../e2e/fixtures/demo-model-control.ts";
import { measureAgentLoop } from "./measure/agent-loop.ts";
import { measureDatabase } from "./measure/database.ts";
import { measureFirstToken } from "./measure/first-token.ts";
import { measurePage } from "./measure/page.ts";
import { measurePlanning } from "./measure/planning.ts";
import { measureBuild } from "./measure/process/build.ts";
import { measureServerProcess } from "./measure/process/server-process.ts";
import { measureProof } from "./measure/proof.ts";
import { measureScale } from "./measure/scale/measure-scale.ts";
import { measureScoring } from "./measure/scoring.ts";
import { measureSearch } from "./measure/search.ts";
import type { BenchContext, BenchStage } from "./measure/stage.ts";
import { measureStateSizes } from "./measure/state-sizes.ts";
import { measureTurnCost } from "./measure/turn-cost.ts";
import { measureUnderLoad } from "./measure/under-load.ts";
import type { Figure } from "./report/figure.ts";
import type { BenchOptions, StageName } from "./stack/bench-options.ts";
import type { Cleanups } from "./stack/cleanups.ts";
import { startBase } from "./stack/start-base.ts";
import { buildRelay } from "./stack/start-controls.ts";

const MEASURES: Record<StageName, { title: string; measure: BenchStage }> = {
  "first-token": { title: "Send to first token", measure: measureFirstToken },
  load: { title: "100 and 300 conversations", measure: measureUnderLoad },
  loop: { title: "Agent loop", measure: measureAgentLoop },
  database: { title: "Database", measure: measureDatabase },
  "turn-cost": { title: "What a turn costs", measure: measureTurnCost },
  page: { title: "First-load JavaScript", measure: measurePage },
  process: { title: "Server process", measure: measureServerProcess },
  build: { title: "A build", measure: measureBuild },
  planning: { title: "A planned turn", measure: measurePlanning },
  scoring: { title: "Scoring", measure: measureScoring },
  proof: { title: "Proof", measure: measureProof },
  states: { title: "State sizes", measure: measureStateSizes },
  scale: { title: "1, 2 and 4 instances", measure: measureScale },
  search: { title: "Search of messages", measure: measureSearch },
};

export async function runStages(
  options: BenchOptions,
  cleanups: Cleanups,
  onProgress: (line: string) => void,
): Promise<Figure[]> {
  const base = await startBase(options.asBuilt, cleanups, onProgress);
  await buildRelay(onProgress);
  const model = demoModelControl(base.modelUrl);
  const context: BenchContext = { quick: options.quick, base, model, onProgress };
  const figures: Figure[] = [];
  for (const name of options.stages) {
    const { title, measure } = MEASURES[name];
    const began = Date.now();
    onProgress(title);
    await model.clear();
    figures.push(...(await measure(context)));
    console.log(`  ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  return figures;
}
