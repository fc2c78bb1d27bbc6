/**
 * `npm run pictures -- --to <folder>` takes a picture of every screen in each look, of the built product.
 * `npm run pictures -- --compare <folder> <folder>` lists the pictures that differ, and fails where any does.
 *
 * All folders beside each other show the same data: the first run makes it with the product, and keeps a backup in the
 * folder `world` beside its own; each run restores it into a database of its own. So ids, times and durations are the
 * same in all, and differences are those of what shows them. The same migrations are needed.
 */
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { generateSources } from "../../scripts/build/build-app.ts";
import { ROOT } from "../../scripts/setup/paths.ts";
import { findChromium } from "../../scripts/test/find-chromium.ts";
import { keepRunDatabase } from "../../scripts/test/run-database.ts";
import { runProgram } from "../../scripts/test/run-program.ts";
import { copyTemplate } from "../../scripts/testing/copy-template.ts";
import { AUTH_SECRET, startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";

const USAGE =
  "npm run pictures -- --to <folder> [part of a name …], or npm run pictures -- --compare <folder> <folder>";
const PLAYWRIGHT = "node_modules/@playwright/test/cli.js";
const CONFIG = ["--config", "e2e/pictures/playwright.config.ts"];

/** Those of `npm start` with its own database, and what fills the page of spending. */
const SETTINGS = {
  HALFSILVER_HOST: "127.0.0.1",
  DIRECTORY_BY_ROLE: "0",
  LINKS_IN_TERMINAL: "1",
  MODEL_PRICES: JSON.stringify({ demo: { input: 1, output: 2 } }),
  BUDGET_PERSON_DAY: "2",
  MAX_SENDS_PER_MINUTE: "1000",
};

const onProgress = (line: string) => console.log(`${line} …`);
const database = keepRunDatabase();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { to: { type: "string" }, compare: { type: "boolean" } },
    allowPositionals: true,
  });
  const [one, other, ...more] = positionals.map((path) => resolve(path));
  if (values.compare && one && other && more.length === 0) return compare(one, other);
  if (values.to === undefined || values.compare) throw new Error(USAGE);
  return take(resolve(values.to), positionals);
}

function compare(one: string, other: string): Promise<number> {
  return playwright(["--project=compare"], { PICTURES: one, PICTURES_OTHER: other });
}

/** @param names parts of the names of pictures; empty: all are taken */
async function take(folder: string, names: readonly string[]): Promise<number> {
  if (names.length === 0 && existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} has something in it.`);
  const world = join(dirname(folder), "world");
  await generateSources(ROOT, onProgress);
  try {
    const backup = join(world, "world.backup");
    if (!existsSync(backup)) await makeWorld(world, backup);
    onProgress("Taking pictures");
    const { url } = await copyTemplate(await database.templateUrl());
    await runData("restore", "--from", backup, url);
    return await withStack(url, (stack) =>
      playwright(
        [
          ...["--project=1280", "--project=390", "--update-snapshots=all"],
          ...(names.length > 0 ? ["--grep", names.join("|")] : []),
        ],
        { ...placeOf(stack), PICTURES: folder, PICTURES_WORLD: world },
      ),
    );
  } finally {
    await database.remove();
  }
}

async function makeWorld(world: string, backup: string): Promise<void> {
  onProgress("Making what the pictures show");
  mkdirSync(world, { recursive: true });
  const { url } = await copyTemplate(await database.templateUrl());
  const code = await withStack(url, (stack) =>
    playwright(["--project=world"], { ...placeOf(stack), PICTURES_WORLD: world }),
  );
  if (code !== 0) throw new Error("What the pictures show could not be made.");
  await runData("backup", "--to", backup, url);
}

async function withStack(
  databaseUrl: string,
  work: (stack: TestStack) => Promise<number>,
): Promise<number> {
  const stack = await startTestStack({
    name: "pictures",
    env: { ...SETTINGS, DATABASE_URL: databaseUrl },
  });
  try {
    return await work(stack);
  } finally {
    await stack.remove();
  }
}

const placeOf = ({ url, modelUrl, databaseUrl }: TestStack) => ({
  HALFSILVER_TEST_URL: url,
  HALFSILVER_TEST_MODEL_URL: modelUrl,
  HALFSILVER_TEST_DATABASE_URL: databaseUrl,
});

async function playwright(args: string[], env: Record<string, string>): Promise<number> {
  const chromium = findChromium(onProgress);
  if (chromium === null) throw new Error("The pictures need Chromium.");
  const { code } = await runProgram(PLAYWRIGHT, ["test", ...CONFIG, ...args], {
    show: true,
    env: { ...env, HALFSILVER_TEST_CHROMIUM: chromium },
  });
  return code;
}

async function runData(
  program: "backup" | "restore",
  option: "--to" | "--from",
  file: string,
  databaseUrl: string,
): Promise<void> {
  const { code, output } = await runProgram(
    "scripts/data.mjs",
    [`backup/${program}`, option, file],
    {
      show: false,
      env: {
        DATABASE_URL: databaseUrl,
        BETTER_AUTH_SECRET: AUTH_SECRET,
        HALFSILVER_ANCHOR_FILE: `${file}.anchors`,
      },
    },
  );
  if (code !== 0) throw new Error(output);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => process.exit(1));

main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  })
  .then((code) => process.exit(code));
