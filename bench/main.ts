/**
 * `npm run bench` once packages are installed. `npm run bench -- --quick` runs everything with fewer turns;
 * `npm run bench -- load page` runs only those stages. Compare ratios within one run; milliseconds are for scale.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { demoModelControl } from "../e2e/fixtures/demo-model-control.ts";
import { ROOT } from "../scripts/setup/paths.ts";
import { measureAgentLoop } from "./measure/agent-loop.ts";
import { measureBuild } from "./measure/build.ts";
import { measureDatabase } from "./measure/database.ts";
import { measureFirstToken } from "./measure/first-token.ts";
import { measurePage } from "./measure/page.ts";
import { measurePlanning } from "./measure/planning.ts";
import { measureProof } from "./measure/proof.ts";
import { measureScale } from "./measure/scale/measure-scale.ts";
import { measureScoring } from "./measure/scoring.ts";
import { measureSearch } from "./measure/search.ts";
import { measureServerProcess } from "./measure/server-process.ts";
import type { BenchContext, BenchStage } from "./measure/stage.ts";
import { measureStateSizes } from "./measure/state-sizes.ts";
import { measureReading } from "./measure/turn/reading.ts";
import { measureTurnCost } from "./measure/turn/turn-cost.ts";
import { measureUnderLoad } from "./measure/under-load.ts";
import { type Figure, printReport } from "./report.ts";
import { type Cleanups, runBench } from "./stack/run-bench.ts";
import { startBase } from "./stack/start-base.ts";
import { buildRelay } from "./stack/start-controls.ts";

/** In the order in which they run. */
const STAGES: Record<string, { title: string; measure: BenchStage }> = {
  "first-token": { title: "Send to first token", measure: measureFirstToken },
  load: { title: "100 and 300 conversations", measure: measureUnderLoad },
  loop: { title: "Agent loop", measure: measureAgentLoop },
  database: { title: "Database", measure: measureDatabase },
  page: { title: "First-load JavaScript", measure: measurePage },
  process: { title: "Server process", measure: measureServerProcess },
  build: { title: "A build", measure: measureBuild },
  planning: { title: "A planned turn", measure: measurePlanning },
  scoring: { title: "Scoring", measure: measureScoring },
  reading: { title: "Reading answers for calls", measure: measureReading },
  proof: { title: "Proof", measure: measureProof },
  states: { title: "State sizes", measure: measureStateSizes },
  scale: { title: "1, 2 and 4 instances", measure: measureScale },
  // Last, because their messages stay.
  "turn-cost": { title: "What a turn costs", measure: measureTurnCost },
  search: { title: "Search of messages", measure: measureSearch },
};

type BenchOptions = {
  /** Fewer turns: enough for a smoke test, too few for a verdict. */
  quick: boolean;
  /** Uses the last build even if its sources have changed. */
  asBuilt: boolean;
  /** Names of stages. */
  stages: readonly string[];
};

const onProgress = (line: string) => console.log(`${line} …`);

async function main(cleanups: Cleanups): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const figures = await runStages(options, cleanups);
  await cleanups.runAll();
  const remarks = options.quick ? ["A quick run: too few turns for a verdict."] : [];
  printReport(figures, [...remarks, `Results written to ${writeResults(options, figures)}`]);
}

/** @throws Error that lists the valid arguments */
function readOptions(args: readonly string[]): BenchOptions {
  const all = Object.keys(STAGES);
  const names = args.filter((arg) => arg !== "--quick" && arg !== "--as-built");
  const unknown = names.find((name) => !all.includes(name));
  if (unknown) {
    throw new Error(
      `Unknown argument "${unknown}". Valid: --quick, --as-built, ${all.join(", ")}.`,
    );
  }
  const stages = all.filter((stage) => names.length === 0 || names.includes(stage));
  return { quick: args.includes("--quick"), asBuilt: args.includes("--as-built"), stages };
}

/** Runs the chosen stages one after another on one stack. */
async function runStages(options: BenchOptions, cleanups: Cleanups): Promise<Figure[]> {
  const base = await startBase(options.asBuilt, cleanups, onProgress);
  await buildRelay(onProgress);
  const model = demoModelControl(base.modelUrl);
  const context: BenchContext = { quick: options.quick, base, model, onProgress };
  const figures: Figure[] = [];
  for (const [name, { title, measure }] of Object.entries(STAGES)) {
    if (!options.stages.includes(name)) continue;
    const began = Date.now();
    onProgress(title);
    await model.clear();
    figures.push(...(await measure(context)));
    console.log(`  ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  return figures;
}

/**
 * Writes the figures to bench/results, which git ignores.
 * @returns the file's path from the root
 */
function writeResults(options: BenchOptions, figures: readonly Figure[]): string {
  const at = new Date().toISOString();
  const file = join("bench/results", `${at.replaceAll(/[:.]/g, "-")}.json`);
  mkdirSync(join(ROOT, "bench/results"), { recursive: true });
  const machine = { cores: cpus().length, cpu: cpus()[0]?.model, load: loadavg() };
  const result = { at, node: process.version, machine, ...options, figures };
  writeFileSync(join(ROOT, file), `${JSON.stringify(result, null, 2)}\n`);
  return file;
}

runBench(main);
