/**
 * `npm run bench` once packages are installed: `npm run bench -- --quick` runs everything with fewer turns, and
 * `npm run bench -- load page` only those stages. Ratios in one run are what counts; milliseconds are for scale.
 */
import { loadavg } from "node:os";
import { printTable, printVerdict } from "./report/print-table.ts";
import { writeResults } from "./report/write-results.ts";
import { runStages } from "./run-stages.ts";
import { readBenchOptions } from "./stack/bench-options.ts";
import { collectEndings } from "./stack/end-in-order.ts";

const endings = collectEndings();
const say = (line: string) => console.log(`${line} …`);

async function main(): Promise<void> {
  const options = readBenchOptions(process.argv.slice(2));
  const figures = await runStages(options, endings, say);
  await endings.endAll();
  printTable(figures);
  if (options.quick) console.log("\nA quick run: too few turns to judge by.");
  const [load = 0] = loadavg();
  console.log(`\nLoad average of the machine at the end: ${load.toFixed(1)}.`);
  console.log(`Kept in ${writeResults(options, figures)}`);
  printVerdict(figures);
}

async function end(code: number): Promise<never> {
  await endings.endAll();
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
