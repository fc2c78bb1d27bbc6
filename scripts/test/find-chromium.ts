/**
 * A Chromium for the browser tests, from wherever it can be had. First choice is the headless shell, the build that
 * Playwright itself takes for headless tests: a page costs it half of what it costs the whole browser.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { ROOT } from "../setup/paths.ts";

const SHELL_NAMES = ["chromium-headless-shell", "chrome-headless-shell"];
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
  const chosen = [process.env.HALFSILVER_TEST_CHROMIUM ?? ""].find(works);
  if (chosen) return chosen;
  return findShell() ?? installByApt("chromium-headless-shell", say, findShell) ?? findWhole(say);
}

/** A whole browser, where no headless shell can be had. */
function findWhole(say: (line: string) => void): string | null {
  const found = findInstalled() ?? installByApt("chromium", say, findInstalled);
  if (found) return found;
  say("Installing Chromium (playwright install)");
  const program = join(ROOT, "node_modules/@playwright/test/cli.js");
  runs(process.execPath, [program, "install", "chromium"]);
  return findInstalled();
}

function installByApt(
  name: string,
  say: (line: string) => void,
  find: () => string | null,
): string | null {
  if (process.getuid?.() !== 0 || !runs("apt-get", ["--version"])) return null;
  say(`Installing Chromium (apt-get install ${name})`);
  runs("apt-get", ["update", "-qq"]);
  runs("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name]);
  return find();
}

function findShell(): string | null {
  return onPath(SHELL_NAMES).find(works) ?? null;
}

function findInstalled(): string | null {
  return [...PLACES, ...onPath(NAMES), chromium.executablePath()].find(works) ?? null;
}

function onPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function works(path: string): boolean {
  return path !== "" && existsSync(path) && answers(path);
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
