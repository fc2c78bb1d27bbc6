import "server-only";
/** The policy engine: one for decisions, thrown-away ones for text that nobody has checked yet. */
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Cedar from "@cedar-policy/cedar-wasm/nodejs";

export type CedarEngine = typeof Cedar;

// A trap (a text nested deeper than the engine's stack) leaves a WebAssembly instance broken for good,
// and an import gives one instance per process. So the package is required, afresh where wanted.
const PACKAGE = "@cedar-policy/cedar-wasm/nodejs";
const KEY = Symbol.for("halfsilver.cedar");
const store = globalThis as { [KEY]?: CedarEngine };

/** An engine of its own, in about 5 ms. What it is fed can break nothing else. */
export function openCedarEngine(): CedarEngine {
  const require = createRequire(join(process.cwd(), "package.json"));
  const path = require.resolve(PACKAGE);
  delete require.cache[path];
  return require(path) as CedarEngine;
}

/** The engine of this process for decisions. It is given only policies that another engine could read. */
export function cedarEngine(): CedarEngine {
  store[KEY] ??= openCedarEngine();
  return store[KEY];
}

/** Drops an engine that trapped; the next decision opens a new one. */
export function dropCedarEngine(broken: CedarEngine): void {
  if (store[KEY] === broken) store[KEY] = undefined;
}
