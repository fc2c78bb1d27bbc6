/** The list of runs among 100,000, as a stage: in a process of its own, which imports what only a server may. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Figure } from "../report/figure.ts";

/** Of fewer, the 95th percentile would be the slowest one. */
const ROUNDS = "20";
const MOST_BYTES = 10_000_000;

export async function measureRunList(): Promise<Figure[]> {
  const program = join(import.meta.dirname, "measure-runs.ts");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=react-server", program, "--json"],
    {
      env: { ...process.env, HALFSILVER_BENCH_ROUNDS: ROUNDS },
      maxBuffer: MOST_BYTES,
    },
  );
  return JSON.parse(stdout) as Figure[];
}
