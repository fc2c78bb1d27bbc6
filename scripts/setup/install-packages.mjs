/** Installs packages when node_modules does not match package-lock.json. Plain JavaScript without dependencies. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installNode } from "./install-node.mjs";
import { NODE, ROOT } from "./paths.mjs";
import { prunePackages, readJson } from "./prune-packages.mjs";
import { startProgress } from "./report-progress.mjs";
import { runNpm } from "./run-npm.mjs";

const MODULES = join(ROOT, "node_modules");
/** Where a start's packages are installed, before they take their place all at once. */
const PLACE = join(ROOT, ".install");
const LOOK_MS = 500;

/**
 * @typedef {"start" | "test" | "bench"} PackageSet `start`: what building and serving need; `test`: what tests and
 *   development need, too; `bench`: everything
 * @typedef {{ok: true} | {ok: false, output: string}} Result
 */

/**
 * Whether every package of a set is installed in its locked version, and a Node beside them. More may be installed.
 * @param {PackageSet} set
 */
export function areInstalled(set) {
  const lock = readJson(join(ROOT, "package-lock.json"));
  return (
    lock !== null && existsSync(NODE) && areAllIn(lockFor(lock, set).packages, installedPackages())
  );
}

/** npm lists what it has installed in this file, and writes it last. */
function installedPackages() {
  return readJson(join(MODULES, ".package-lock.json"))?.packages ?? {};
}

/**
 * Installs the packages of a set. What is installed and fits stays.
 * @param {PackageSet} set
 * @returns {Promise<Result>}
 */
export async function installPackages(set) {
  const lock = readJson(join(ROOT, "package-lock.json"));
  if (lock === null) return { ok: false, output: "package-lock.json is missing or broken." };
  const began = Date.now();
  const progress = startProgress("Installing packages");
  const result = await install(lock, set, progress);
  const seconds = Math.round((Date.now() - began) / 1000);
  progress.end(result.ok ? `Installed packages in ${seconds} s.` : "");
  return result;
}

/** @returns {Promise<Result>} */
async function install(lock, set, progress) {
  const start = lockFor(lock, "start").packages;
  const installed = installedPackages();
  // Whoever has development tools keeps them: then npm adds what is missing, and removes nothing else.
  const hasTools = Object.keys(installed).some((path) => !start[path]);
  const wanted = set === "start" && hasTools ? "test" : set;
  const locked = lockFor(lock, wanted);
  if (!areAllIn(locked.packages, installed)) {
    const result = await (wanted === "start"
      ? installForStart(locked, progress)
      : installTools(locked, wanted, progress));
    if (!result.ok) return result;
  }
  const node = await installNode();
  if (!node.ok) return node;
  if (areInstalled(set)) return { ok: true };
  return { ok: false, output: "Packages are missing after the installation." };
}

/** @returns {Promise<Result>} */
async function installForStart(locked, progress) {
  const {
    devDependencies: _,
    workspaces: _bench,
    ...project
  } = readJson(join(ROOT, "package.json")) ?? {};
  rmSync(PLACE, { recursive: true, force: true });
  mkdirSync(PLACE);
  try {
    const own = { ...project, scripts: {} };
    writeFileSync(join(PLACE, "package.json"), JSON.stringify(own));
    writeFileSync(join(PLACE, "package-lock.json"), JSON.stringify(locked));
    const result = await watched(PLACE, locked, progress, ["ci", "--include=optional"]);
    if (!result.ok) return result;
    prunePackages(join(PLACE, "node_modules"));
    rmSync(MODULES, { recursive: true, force: true });
    renameSync(join(PLACE, "node_modules"), MODULES);
    return result;
  } finally {
    rmSync(PLACE, { recursive: true, force: true });
  }
}

/** Adds to what is installed; installs everything anew only where that does not lead to what is locked. */
async function installTools(locked, set, progress) {
  const args = ["--include=dev", "--include=optional"];
  if (set === "test") args.push("--workspaces=false");
  if (existsSync(join(MODULES, ".package-lock.json"))) {
    await watched(ROOT, locked, progress, ["install", "--no-save", ...args]);
    if (areAllIn(locked.packages, installedPackages())) return { ok: true };
  }
  return watched(ROOT, locked, progress, ["ci", ...args]);
}

/** Runs npm, and counts meanwhile which packages have come. */
async function watched(folder, { packages }, progress, args) {
  const paths = Object.entries(packages).flatMap(([path, { os, cpu, libc }]) =>
    path !== "" && fits(os, process.platform) && fits(cpu, process.arch) && !libc?.includes("musl")
      ? [join(folder, path, "package.json")]
      : [],
  );
  const look = () => progress.show(paths.filter((path) => existsSync(path)).length, paths.length);
  look();
  const timer = setInterval(look, LOOK_MS);
  try {
    return await runNpm(folder, args);
  } finally {
    clearInterval(timer);
  }
}

/** Of a package's `os` or `cpu`: names, or names with an exclamation mark. */
function fits(names, own) {
  if (!names) return true;
  return names.some((name) => name.startsWith("!"))
    ? !names.includes(`!${own}`)
    : names.includes(own);
}

/**
 * The part of a lock file that installs a set: what the project names, and what that needs. npm's own `--omit=dev` keeps
 * a development tool where another package names it as an optional peer, and so would install Prisma's command, Vitest
 * and Playwright for a start.
 * @param {{packages: Record<string, any>}} lock
 * @param {PackageSet} set
 */
export function lockFor(lock, set) {
  if (set === "bench") return lock;
  const { workspaces: _bench, devDependencies, ...rest } = lock.packages[""] ?? {};
  const project = set === "start" ? rest : { ...rest, devDependencies };
  const packages = { "": project };
  const open = namesOf(project).map((name) => ["", name]);
  for (let next = open.pop(); next; next = open.pop()) {
    const path = findPackage(lock.packages, ...next);
    if (path === null || packages[path]) continue;
    const { dev: _dev, devOptional: _devOptional, ...entry } = lock.packages[path];
    packages[path] = entry;
    for (const name of namesOf(entry)) open.push([path, name]);
  }
  const sorted = Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

/** What a package asks for; an optional peer is used where it is there, and is no reason to install it. */
function namesOf({
  dependencies = {},
  devDependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) {
  const peers = Object.keys(peerDependencies).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  );
  const named = { ...dependencies, ...devDependencies, ...optionalDependencies };
  return [...Object.keys(named), ...peers];
}

/** Where Node finds a package from another one's folder; null for an optional one that the lock does not have. */
function findPackage(packages, from, name) {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))
  ) {
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === "") return null;
  }
}

/**
 * Whether packages are installed as the lock has them. npm leaves optional ones out that are for other machines.
 * @param {Record<string, any>} wanted the `packages` of a lock
 * @param {Record<string, any>} installed those of node_modules/.package-lock.json
 */
export function areAllIn(wanted, installed) {
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || (entry.optional && !installed[path])) return true;
    const found = installed[path];
    return found?.version === entry.version && found?.integrity === entry.integrity;
  });
}
