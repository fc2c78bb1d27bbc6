/** The command line of `npm run bench`. */

const STAGES = [
  "first-token",
  "load",
  "loop",
  "database",
  "page",
  "process",
  "build",
  "planning",
  "scoring",
  "proof",
  "states",
  "scale",
  // Last, because their messages stay.
  "turn-cost",
  "search",
] as const;
export type StageName = (typeof STAGES)[number];

export type BenchOptions = {
  /** Fewer turns: enough for a smoke test, too few for a verdict. */
  quick: boolean;
  /** Uses the last build even if its sources have changed. */
  asBuilt: boolean;
  stages: readonly StageName[];
};

/** @throws Error that lists the valid arguments */
export function readBenchOptions(args: readonly string[]): BenchOptions {
  const names = args.filter((arg) => arg !== "--quick" && arg !== "--as-built");
  const unknown = names.find((name) => !STAGES.some((stage) => stage === name));
  if (unknown) {
    throw new Error(
      `Unknown argument "${unknown}". Valid: --quick, --as-built, ${STAGES.join(", ")}.`,
    );
  }
  const stages = STAGES.filter((stage) => names.length === 0 || names.includes(stage));
  return { quick: args.includes("--quick"), asBuilt: args.includes("--as-built"), stages };
}
