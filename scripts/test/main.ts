/**
 * `npm test` once packages are installed. `npm test -- unit lib/runs` runs one stage, with what follows handed to its
 * runner; the stages are lint, knip, types, unit and browser.
 */
import { generateSources } from "../build/build-app.ts";
import { ROOT } from "../setup/paths.ts";
import { browserStage } from "./browser-stage.ts";
import { findChromium } from "./find-chromium.ts";
import type { Count, Stage } from "./stage.ts";
import { deadCodeStage, lintStage, typesStage } from "./static-stages.ts";
import { unitStage } from "./unit-stage.ts";

const say = (line: string) => console.log(`${line} …`);

async function main(): Promise<void> {
  const [only, ...args] = process.argv.slice(2);
  await generateSources(ROOT, say);
  const stages = chooseStages(only);
  const total = await runStages(stages, args);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
}

function chooseStages(only: string | undefined): Stage[] {
  const quick = [lintStage, deadCodeStage, typesStage, unitStage];
  const chosen = only === undefined ? quick : quick.filter(({ id }) => id === only);
  if (only !== undefined && only !== "browser" && chosen.length === 0) {
    console.error(`There is no stage "${only}": lint, knip, types, unit, browser.`);
    process.exit(1);
  }
  if (only !== undefined && only !== "browser") return chosen;
  const chromium = findChromium(say);
  if (chromium === null) {
    console.error(
      "The browser tests need Chromium: install it, or point HALFSILVER_TEST_CHROMIUM at one.",
    );
    process.exit(1);
  }
  return [...chosen, browserStage(chromium)];
}

/** Runs them in order until one is red. */
async function runStages(stages: readonly Stage[], args: readonly string[]): Promise<Count> {
  const total: Count = { passed: 0, failed: 0 };
  for (const stage of stages) {
    say(stage.title);
    const began = Date.now();
    const { passed, failed } = await stage.run(args);
    total.passed += passed;
    total.failed += failed;
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(
      `${failed > 0 ? "✗" : "✓"} ${stage.title}: ${passed} passed, ${failed} failed (${seconds} s)\n`,
    );
    if (failed > 0) break;
  }
  return total;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => process.exit(1));

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  process.exit(1);
});
