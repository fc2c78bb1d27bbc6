/**
 * Finds or installs a Chromium for the browser tests. Prefers the headless shell, as Playwright does for headless
 * tests: a page costs half as much as in the full browser.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { ROOT } from "../setup/paths.ts";
import { installPackage } from "../testing/install-package.ts";

const SHELL_NAMES = ["chromium-headless-shell", "chrome-headless-shell"];
const NAMES = ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser", "chrome"];
const PLACES = [
  "/usr/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A browser that does not print its version in this time does not work. */
const VERSION_TIMEOUT_MS = 30_000;

/**
 * @param onProgress called with a line before each installation
 * @returns the path of a working Chromium; null if none was found or installed
 */
export function findChromium(onProgress: (line: string) => void): string | null {
  const chosen = [process.env.HALFSILVER_TEST_CHROMIUM ?? ""].find(works);
  if (chosen) return chosen;
  return (
    findShell() ??
    installByApt("chromium-headless-shell", onProgress, findShell) ??
    findFullBrowser(onProgress)
  );
}

/** The full browser, when no headless shell is available. */
function findFullBrowser(onProgress: (line: string) => void): string | null {
  const found = findInstalled() ?? installByApt("chromium", onProgress, findInstalled);
  if (found) return found;
  onProgress("Installing Chromium (playwright install)");
  const program = join(ROOT, "node_modules/@playwright/test/cli.js");
  runs(process.execPath, [program, "install", "chromium"]);
  return findInstalled();
}

function installByApt(
  name: string,
  onProgress: (line: string) => void,
  find: () => string | null,
): string | null {
  if (process.getuid?.() !== 0) return null;
  onProgress(`Installing Chromium (apt-get install ${name})`);
  return installPackage(name) ? find() : null;
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

/** On some systems the file is only a stub that prints how to install Chromium. */
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
