/**
 * `npm test` once packages are installed. `npm test -- unit lib/runs` runs one stage and passes further arguments to
 * its runner. The stages are lint, knip, types, unit and browser.
 */
import { generateSources } from "../build/build-app.ts";
import { ROOT } from "../setup/paths.ts";
import { browserStage } from "./browser-stage.ts";
import { findChromium } from "./find-chromium.ts";
import type { Count, Stage } from "./stage.ts";
import { deadCodeStage, lintStage, typesStage } from "./static-stages.ts";
import { unitStage } from "./unit-stage.ts";

const onProgress = (line: string) => console.log(`${line} …`);

async function main(): Promise<void> {
  const [only, ...args] = process.argv.slice(2);
  await generateSources(ROOT, onProgress);
  const stages = chooseStages(only);
  const total = await runStages(stages, args);
  console.log(describe(total));
  process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
}

function chooseStages(only: string | undefined): Stage[] {
  const quick = [lintStage, deadCodeStage, typesStage, unitStage];
  const chosen = only === undefined ? quick : quick.filter(({ id }) => id === only);
  if (only !== undefined && only !== "browser" && chosen.length === 0) {
    console.error(`Unknown stage "${only}". The stages are lint, knip, types, unit and browser.`);
    process.exit(1);
  }
  if (only !== undefined && only !== "browser") return chosen;
  const chromium = findChromium(onProgress);
  if (chromium === null) {
    console.error(
      "The browser tests need Chromium. Install it, or set HALFSILVER_TEST_CHROMIUM to its path.",
    );
    process.exit(1);
  }
  return [...chosen, browserStage(chromium)];
}

/** Runs the stages in order until one fails. */
async function runStages(stages: readonly Stage[], args: readonly string[]): Promise<Count> {
  const total = { passed: 0, failed: 0, skipped: [] as string[] };
  for (const stage of stages) {
    onProgress(stage.title);
    const began = Date.now();
    const count = await stage.run(args);
    const { passed, failed, skipped = [] } = count;
    total.passed += passed;
    total.failed += failed;
    total.skipped.push(...skipped);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    for (const title of skipped) console.log(`Not run: ${title}`);
    console.log(`${failed > 0 ? "✗" : "✓"} ${stage.title}: ${describe(count)} (${seconds} s)\n`);
    if (failed > 0) break;
  }
  return total;
}

function describe({ passed, failed, skipped = [] }: Count): string {
  const notRun = skipped.length > 0 ? `, ${skipped.length} not run` : "";
  return `${passed} passed, ${failed} failed${notRun}`;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => process.exit(1));

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  process.exit(1);
});
