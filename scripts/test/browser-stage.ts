/** Tests in a browser against the production build, and the faults that Playwright brings about. */
import { ROOT } from "../setup/paths.ts";
import { TEMPLATE_URL } from "../testing/copy-template.ts";
import { removeOldStacks, startTestStack, type TestStack } from "../testing/test-stack.ts";
import { countVerdict, UNSTEADY_MAX, type Verdict } from "./playwright/judge-run.ts";
import { runPlaywright } from "./playwright/run-playwright.ts";
import { addUnsteady, listToMend } from "./playwright/unsteady-list.ts";
import type { RunDatabase } from "./run-database.ts";
import type { Count, Stage } from "./stage.ts";

const SETTING = { cwd: ROOT, testDir: "e2e", show: true };

/** @param chromium the browser to run */
export function browserStage(chromium: string, database: RunDatabase): Stage {
  return {
    id: "browser",
    title: "Browser tests",
    // Options are for whoever watches one test: each of its failures counts.
    run: (args) => {
      const again = args.every((arg) => !arg.startsWith("-"));
      return run({ chromium, database, args: ["--project=chromium", ...args], again });
    },
  };
}

/** Each of these tests starts what it breaks. None runs again: what fails now and then is broken. */
export function faultsStage(
  prepare: () => Promise<void>,
  chromium: string,
  database: RunDatabase,
): Stage {
  return {
    id: "faults",
    title: "Faults: kills, freezes, full disks and rolls",
    async run(args) {
      removeOldStacks();
      await prepare();
      const env = {
        HALFSILVER_TEST_CHROMIUM: chromium,
        [TEMPLATE_URL]: await database.templateUrl(),
      };
      return count(
        await runPlaywright({ args: ["--project=faults", ...args], env, ...SETTING, again: false }),
      );
    },
  };
}

type Plan = {
  chromium: string;
  database: RunDatabase;
  args: readonly string[];
  again: boolean;
};

async function run({ chromium, database, args, again }: Plan): Promise<Count> {
  removeOldStacks();
  let stack: TestStack | undefined;
  try {
    const templateUrl = await database.templateUrl();
    stack = await startTestStack({ name: "browser", templateUrl, onLine: showProgress });
    const env = { ...testEnvironment(stack, chromium), [TEMPLATE_URL]: templateUrl };
    return count(await runPlaywright({ args, env, ...SETTING, again }));
  } catch (error) {
    console.log((error as Error).message);
    return { passed: 0, failed: 1 };
  } finally {
    await stack?.remove();
  }
}

function testEnvironment(stack: TestStack, chromium: string): Record<string, string> {
  return {
    HALFSILVER_TEST_URL: stack.url,
    HALFSILVER_TEST_MODEL_URL: stack.modelUrl,
    HALFSILVER_TEST_DATABASE_URL: stack.databaseUrl,
    HALFSILVER_DEMO_PASSWORD: stack.demoPassword,
    HALFSILVER_TEST_CHROMIUM: chromium,
  };
}

function showProgress(line: string): void {
  if (line.endsWith("…") || line.startsWith("{")) console.log(`  ${line}`);
}

function count(verdict: Verdict | null): Count {
  if (verdict === null) return { passed: 0, failed: 1 };
  const { failed, unsteady } = verdict;
  const toMend = listToMend(addUnsteady(unsteady, new Date().toISOString().slice(0, 10)));
  for (const { name } of failed) console.log(`Failed: ${name}`);
  for (const name of toMend) console.log(`Unsteady too often, mend it: ${name}`);
  if (unsteady.length > UNSTEADY_MAX)
    console.log(`More than ${UNSTEADY_MAX} tests of one run are unsteady.`);
  return countVerdict(verdict, toMend);
}
