/**
 * The entry point of the npm scripts: installs missing packages, then runs a program of this package on a Node that is
 * new enough: the running one, or one that is installed as a package. Needs only Node 20.
 */
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { NODE_MAJOR } from "./install-node.mjs";
import { areInstalled, installPackages } from "./install-packages.mjs";
import { NODE, ROOT } from "./paths.mjs";

const OLDEST_MAJOR = 20;
const WATCH_MS = 1_000;

/**
 * @param {string} program an absolute path
 * @param {string[]} args
 * @param {import("./install-packages.mjs").PackageSet} packages what the program needs
 */
export async function runOnOwnNode(program, args, packages = "start") {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < OLDEST_MAJOR) {
    return fail(`Halfsilver needs Node ${OLDEST_MAJOR} or newer; this is ${process.version}.`);
  }
  if (process.platform === "win32")
    return fail("Halfsilver runs on Linux and macOS; on Windows, use WSL.");
  process.chdir(ROOT);
  exitWithNpm();
  if (!areInstalled(packages)) {
    const result = await installPackages(packages);
    if (!result.ok) return fail(`The packages could not be installed:\n${result.output.trim()}`);
  }
  if (major >= NODE_MAJOR) {
    process.argv = [process.argv[0] ?? "node", program, ...args];
    await import(program);
    return;
  }
  runInChild(program, args);
}

/** Runs the program in a child, with the options of this Node, and exits as it does. The IPC channel tells the child when this process ends. */
function runInChild(program, args) {
  const child = spawn(NODE, [...process.execArgv, program, ...args], {
    cwd: ROOT,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(error.message));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

/**
 * Ends this process when npm was killed without a signal to its children. Usually a shell stands between npm and this
 * process; some shells exec and do not. A signal to the whole group ends npm too, while this process is ending in order:
 * SIGHUP never counts as a second signal.
 */
function exitWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const hasShell = /^\S*sh\s+-c/.test(readProcessColumn(process.ppid, "args"));
  const npm = () => (hasShell ? readProcessColumn(process.ppid, "ppid") : String(process.ppid));
  const original = npm();
  const watch = setInterval(() => {
    if (npm() === original) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGHUP");
  }, WATCH_MS);
  watch.unref();
}

/** One column of `ps` for a process; empty if there is no such process. */
function readProcessColumn(pid, column) {
  try {
    if (process.platform !== "linux") {
      return execFileSync("ps", ["-o", `${column}=`, "-p", String(pid)], {
        encoding: "utf8",
      }).trim();
    }
    if (column === "args")
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "";
  } catch {
    return "";
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
