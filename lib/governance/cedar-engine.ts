/** Opens the Cedar engine: one instance for decisions, and disposable ones for unchecked policy text. */
import "server-only";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Cedar from "@cedar-policy/cedar-wasm/nodejs";
import { processSlot } from "../env/process-wide.ts";

export type CedarEngine = typeof Cedar;

// Deeply nested text causes a trap, which breaks a WebAssembly instance permanently, and `import` gives one instance
// per process. So the package is loaded with `require`, again for each new instance.
const PACKAGE = "@cedar-policy/cedar-wasm/nodejs";
const engine = processSlot<CedarEngine>("cedar");

/** Opens a separate engine in about 5 ms, for text that could break it. */
export function openCedarEngine(): CedarEngine {
  const require = createRequire(join(process.cwd(), "package.json"));
  const path = require.resolve(PACKAGE);
  delete require.cache[path];
  return require(path) as CedarEngine;
}

/** The engine of this process for decisions. It gets only policies that another engine could parse. */
export function cedarEngine(): CedarEngine {
  engine.value ??= openCedarEngine();
  return engine.value;
}

/** Drops an engine that trapped; the next decision opens a new one. */
export function dropCedarEngine(broken: CedarEngine): void {
  if (engine.value === broken) engine.value = undefined;
}
