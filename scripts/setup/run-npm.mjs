/** Runs npm quietly, with the last lines of its output for a failure. */
import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";

const OUTPUT_MAX_CHARS = 8_000;

/**
 * @param {string} cwd
 * @param {string[]} args
 * @returns {Promise<{ok: true} | {ok: false, output: string}>}
 */
export function runNpm(cwd, args) {
  return new Promise((done) => {
    const child = spawn("npm", [...args, "--no-audit", "--no-fund"], {
      cwd,
      env: plainEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output = (output + chunk).slice(-OUTPUT_MAX_CHARS);
      });
    }
    child.on("error", (error) => done({ ok: false, output: error.message }));
    child.on("close", (code) => done(code === 0 ? { ok: true } : { ok: false, output }));
  });
}

/** The environment without node_modules/.bin on the PATH, whose Node an installation may remove, and without npm's own variables. */
function plainEnvironment() {
  const path = (process.env.PATH ?? "").split(delimiter);
  const kept = path.filter((folder) => !folder.endsWith(join("node_modules", ".bin")));
  const variables = Object.entries(process.env).filter(
    ([name]) =>
      !/^npm_(lifecycle|package|command|execpath|node_execpath)|^npm_config_local_prefix$|^NODE(_ENV|_OPTIONS)?$/.test(
        name,
      ),
  );
  return { ...Object.fromEntries(variables), PATH: kept.join(delimiter) };
}
