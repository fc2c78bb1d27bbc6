/** A Chromium for the browser tests, from wherever it can be had. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { ROOT } from "../setup/paths.ts";

const NAMES = ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser", "chrome"];
const PLACES = [
  "/usr/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const VERSION_TIMEOUT_MS = 30_000;

/**
 * @returns the path of a Chromium that runs, or null where none could be found or installed
 * @param say shows what takes a while
 */
export function findChromium(say: (line: string) => void): string | null {
  const found = findInstalled();
  if (found) return found;
  if (process.getuid?.() === 0 && runs("apt-get", ["--version"])) {
    say("Installing Chromium (apt-get)");
    runs("apt-get", ["update", "-qq"]);
    runs("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
    const installed = findInstalled();
    if (installed) return installed;
  }
  say("Installing Chromium (playwright install)");
  runs(process.execPath, [
    join(ROOT, "node_modules/@playwright/test/cli.js"),
    "install",
    "chromium",
  ]);
  return findInstalled();
}

function findInstalled(): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const candidates = [
    process.env.HALFSILVER_TEST_CHROMIUM ?? "",
    ...PLACES,
    ...onPath,
    chromium.executablePath(),
  ];
  return candidates.find((path) => path && existsSync(path) && answers(path)) ?? null;
}

/** Some systems keep a stub under the name that only says how to install the real one. */
function answers(path: string): boolean {
  const { status } = spawnSync(path, ["--version"], {
    stdio: "ignore",
    timeout: VERSION_TIMEOUT_MS,
  });
  return status === 0;
}

function runs(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: "ignore", env }).status === 0;
}
