/** Puts a Node that is new enough at node_modules/.bin/node: the running one, or the one of a package of its own. */
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { NODE, ROOT } from "./paths.mjs";
import { prunePackages } from "./prune-packages.mjs";
import { runNpm } from "./run-npm.mjs";

export const NODE_MAJOR = 24;
/** Its own package.json and lock, so that whoever has a Node installs none. */
const FOLDER = join(ROOT, "scripts/setup/node");
const PACKAGED = join(FOLDER, "node_modules/node/bin/node");
/** Read when this file is loaded: npm may remove the running program, if it is a package of an earlier version. */
const RUNNING = realpathSync(process.execPath);

/** @returns {Promise<{ok: true} | {ok: false, output: string}>} */
export async function installNode() {
  const isOwn = RUNNING.startsWith(join(ROOT, "node_modules") + sep);
  if (Number(process.versions.node.split(".")[0]) >= NODE_MAJOR && !isOwn) {
    link(RUNNING);
    return { ok: true };
  }
  if (!existsSync(PACKAGED)) {
    const result = await runNpm(FOLDER, ["ci"]);
    if (!result.ok) return result;
    prunePackages(join(FOLDER, "node_modules"));
  }
  if (!existsSync(PACKAGED)) {
    return { ok: false, output: `${PACKAGED} is missing: npm must run install scripts.` };
  }
  link(PACKAGED);
  return { ok: true };
}

function link(program) {
  rmSync(NODE, { force: true });
  mkdirSync(dirname(NODE), { recursive: true });
  symlinkSync(program, NODE);
}
