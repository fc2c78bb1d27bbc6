/** Keeps a run's figures in bench/results, which git does not see. */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../scripts/setup/paths.ts";
import type { BenchOptions } from "../stack/bench-options.ts";
import type { Figure } from "./figure.ts";

/** @returns the file's path from the root */
export function writeResults(options: BenchOptions, figures: readonly Figure[]): string {
  const at = new Date().toISOString();
  const file = join("bench/results", `${at.replaceAll(/[:.]/g, "-")}.json`);
  mkdirSync(join(ROOT, "bench/results"), { recursive: true });
  const machine = { cores: cpus().length, cpu: cpus()[0]?.model, load: loadavg() };
  const result = { at, node: process.version, machine, ...options, figures };
  writeFileSync(join(ROOT, file), `${JSON.stringify(result, null, 2)}\n`);
  return file;
}
