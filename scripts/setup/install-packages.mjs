/** Runs `npm ci` when node_modules does not match package-lock.json. Plain JavaScript without dependencies. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = resolve(fileURLToPath(new URL("../..", import.meta.url)));
export const NODE = join(ROOT, "node_modules", ".bin", "node");

/**
 * Whether every package of package-lock.json is installed in its locked version. npm lists what it has installed in
 * node_modules/.package-lock.json and writes that file last.
 */
export function areInstalled() {
  const wanted = readPackages(join(ROOT, "package-lock.json"));
  const installed = readPackages(join(ROOT, "node_modules", ".package-lock.json"));
  if (!wanted || !installed || !existsSync(NODE)) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || (entry.optional && !installed[path])) return true;
    const found = installed[path];
    return found?.version === entry.version && found?.integrity === entry.integrity;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages ?? null;
  } catch {
    return null;
  }
}

/**
 * Installs the packages of package-lock.json.
 * @returns {Promise<{ok: true} | {ok: false, output: string}>}
 */
export function installPackages() {
  return new Promise((done) => {
    const child = spawn("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], {
      cwd: ROOT,
      env: plainEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output = (output + chunk).slice(-8_000);
      });
    }
    child.on("error", (error) => done({ ok: false, output: error.message }));
    child.on("close", (code) => {
      if (code !== 0) return done({ ok: false, output });
      if (areInstalled()) return done({ ok: true });
      done({
        ok: false,
        output: `${output}\nnode_modules/.bin/node is missing: npm must run install scripts.`,
      });
    });
  });
}

/** The environment without node_modules/.bin on the PATH: `npm ci` removes the Node in there. */
function plainEnvironment() {
  const path = (process.env.PATH ?? "").split(delimiter);
  const kept = path.filter((folder) => !folder.endsWith(join("node_modules", ".bin")));
  const variables = Object.entries(process.env).filter(
    ([name]) =>
      !/^npm_(lifecycle|package|command|execpath|node_execpath)|^NODE(_ENV|_OPTIONS)?$/.test(name),
  );
  return { ...Object.fromEntries(variables), PATH: kept.join(delimiter) };
}
