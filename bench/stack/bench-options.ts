/** What `npm run bench` is asked for. */

const STAGES = [
  "first-token",
  "load",
  "loop",
  "database",
  "page",
  "process",
  "planning",
  "scoring",
  "states",
] as const;
export type StageName = (typeof STAGES)[number];

export type BenchOptions = {
  /** Fewer turns: enough to see that everything runs, too few to judge by. */
  quick: boolean;
  /** Takes the last build as it is, though its sources have changed. */
  asBuilt: boolean;
  stages: readonly StageName[];
};

/** @throws Error that says what there is */
export function readBenchOptions(args: readonly string[]): BenchOptions {
  const names = args.filter((arg) => arg !== "--quick" && arg !== "--as-built");
  const unknown = names.find((name) => !STAGES.some((stage) => stage === name));
  if (unknown) {
    throw new Error(
      `There is no "${unknown}". There are --quick, --as-built and ${STAGES.join(", ")}.`,
    );
  }
  const stages = STAGES.filter((stage) => names.length === 0 || names.includes(stage));
  return { quick: args.includes("--quick"), asBuilt: args.includes("--as-built"), stages };
}
