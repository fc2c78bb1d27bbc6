/**
 * `npm run bench` once packages are installed. `npm run bench -- --quick` runs everything with fewer turns;
 * `npm run bench -- load page` runs only those stages. Compare ratios within one run; milliseconds are for scale.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { ROOT } from "../scripts/setup/paths.ts";
import type { Figure } from "./report/figure.ts";
import { printTable, printVerdict } from "./report/print-table.ts";
import { runStages } from "./run-stages.ts";
import { type BenchOptions, readBenchOptions } from "./stack/bench-options.ts";
import { collectCleanups } from "./stack/cleanups.ts";

const cleanups = collectCleanups();
const onProgress = (line: string) => console.log(`${line} …`);

async function main(): Promise<void> {
  const options = readBenchOptions(process.argv.slice(2));
  const figures = await runStages(options, cleanups, onProgress);
  await cleanups.runAll();
  printTable(figures);
  if (options.quick) console.log("\nA quick run: too few turns for a verdict.");
  const [load = 0] = loadavg();
  console.log(`\nLoad average of the machine at the end: ${load.toFixed(1)}.`);
  console.log(`Results written to ${writeResults(options, figures)}`);
  printVerdict(figures);
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

async function end(code: number): Promise<never> {
  await cleanups.runAll();
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => end(1));
if (process.channel) process.once("disconnect", () => end(1));

main().then(
  () => end(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.stack : error);
    return end(1);
  },
);
