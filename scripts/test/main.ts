/**
 * `npm test` and, as the stages of faults, `npm run test:faults`, once packages are installed. `npm test -- unit lib/runs`
 * runs one stage and passes further arguments to its runner.
 */

import { readFileSync } from "node:fs";
import { buildAll, generateSources } from "../build/build-app.ts";
import { ROOT } from "../setup/paths.ts";
import { DIST_DIR } from "../testing/test-stack.ts";
import { browserStage, faultsStage } from "./browser-stage.ts";
import { findChromium } from "./find-chromium.ts";
import { keepRunDatabase } from "./run-database.ts";
import { type Count, describeCount, describeTotal, type Stage } from "./stage.ts";
import { deadCodeStage, lintStage, typesStage } from "./static-stages.ts";
import { serverStage, unitFaultsStage, unitStage } from "./unit-stage.ts";

const FAULTS = "faults";
const NAMES = "lint, knip, types, unit, server and browser";
/** Paths of tests that run in Vitest. */
const OF_VITEST = /^(?:app|components|lib|scripts)\b/;

/** proc(5): fields 14 to 17, utime, stime, cutime and cstime; the second field may hold spaces and ends with ")". */
const FIRST_AFTER_NAME = 3;
const FIELDS = [14, 15, 16, 17];
/** Linux tells them in hundredths of a second on every machine. */
const TICKS_PER_SECOND = 100;

const onProgress = (line: string) => console.log(`${line} …`);
const database = keepRunDatabase();
const build = () => buildAll(ROOT, DIST_DIR, onProgress);

async function main(): Promise<void> {
  const [only, ...args] = process.argv.slice(2);
  await generateSources(ROOT, onProgress);
  try {
    const total = await runStages(chooseStages(only, args), args, only === FAULTS);
    console.log(describeTotal(total));
    process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
  } finally {
    await database.remove();
  }
  process.exit();
}

function chooseStages(only: string | undefined, args: readonly string[]): Stage[] {
  const server = serverStage(build, database);
  const unit = unitStage(only === undefined ? database : null);
  const quick = [lintStage, deadCodeStage, typesStage, unit, server];
  if (only === undefined) return [...quick, browserStage(needChromium(), database)];
  if (only === "browser") return [browserStage(needChromium(), database)];
  if (only === FAULTS) return chooseFaults(args);
  const chosen = quick.filter(({ id }) => id === only);
  if (chosen.length === 0) throw new Error(`Unknown stage "${only}". The stages are ${NAMES}.`);
  return chosen;
}

/** Both stages, or the one that the arguments are for. */
function chooseFaults(args: readonly string[]): Stage[] {
  if (args.some((arg) => OF_VITEST.test(arg))) return [unitFaultsStage];
  const whole = faultsStage(build, needChromium(), database);
  return args.length > 0 ? [whole] : [unitFaultsStage, whole];
}

function needChromium(): string {
  const chromium = findChromium(onProgress);
  if (chromium !== null) return chromium;
  throw new Error(
    "The browser tests need Chromium. Install it, or set HALFSILVER_TEST_CHROMIUM to its path.",
  );
}

/** Runs the stages in order until one fails; those of faults all run, since each takes long and none needs another. */
async function runStages(
  stages: readonly Stage[],
  args: readonly string[],
  ofFaults: boolean,
): Promise<Count> {
  const total = { passed: 0, failed: 0, skipped: [] as string[], unsteady: [] as string[] };
  for (const stage of stages) {
    onProgress(stage.title);
    const measure = startMeasuring();
    const count = await stage.run(args);
    const { passed, failed, skipped = [], unsteady = [] } = count;
    total.passed += passed;
    total.failed += failed;
    total.skipped.push(...skipped);
    total.unsteady.push(...unsteady);
    for (const title of skipped) console.log(`Not run: ${title}`);
    console.log(
      `${failed > 0 ? "✗" : "✓"} ${stage.title}: ${describeCount(count)} (${measure()})\n`,
    );
    if (failed > 0 && !ofFaults) break;
  }
  return total;
}

/** @returns a function that tells the seconds since now, and how many of them processors worked */
function startMeasuring(): () => string {
  const startedAt = performance.now();
  const before = processorSeconds();
  return () => {
    const seconds = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
    const after = processorSeconds();
    if (before === null || after === null) return seconds;
    return `${seconds}, ${(after - before).toFixed(1)} s of processors`;
  };
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => process.exit(1));

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  process.exit(1);
});

/**
 * The processor's time of this process and of all children that have ended, theirs included.
 * @returns seconds; null where the system does not tell, as on macOS
 */
function processorSeconds(): number | null {
  try {
    const text = readFileSync("/proc/self/stat", "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = FIELDS.map((field) => Number(fields[field - FIRST_AFTER_NAME]));
    return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}
