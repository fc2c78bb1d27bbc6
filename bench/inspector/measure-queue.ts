/**
 * `node --conditions=react-server bench/inspector/measure-queue.ts`: response times of the queue of reviewers, with 10,000 open
 * cases and 50,000 judged ones among 1,000,000 runs: the list, the next case, one case, and the results. `--json` prints the figures for
 * another program.
 */
import pg from "pg";
import { measureUndisturbed } from "../measure/machine/measure-undisturbed.ts";
import { median, quantile } from "../measure/machine/statistics.ts";
import { absoluteFigure, type Figure, printReport } from "../report.ts";
import { withDatabase } from "../stack/with-database.ts";
import { seedCases } from "./seed-cases.ts";
import { seedRuns } from "./seed-runs.ts";

/** For a smoke test set fewer: `HALFSILVER_BENCH_QUEUE_RUNS=10000`. Of fewer runs a tenth at most is in the queue. */
const RUNS = Number(process.env.HALFSILVER_BENCH_QUEUE_RUNS ?? 1_000_000);
const OPEN = Math.min(10_000, RUNS / 10);
const JUDGED = OPEN * 5;
const ROUNDS = 20;
const MOST_MS = 300;

const REVIEWER = { userId: "reviewer-0", role: "auditor" } as const;

type Round = {
  /** What is measured. @returns what was found, in a word */
  ask: () => Promise<string>;
  /** What is not, afterwards. */
  after?: () => Promise<void>;
};

async function figureOf(name: string, { ask, after }: Round): Promise<Figure> {
  let shown = "";
  const times = await measureUndisturbed(async () => {
    const taken: number[] = [];
    // The first round warms the caches and is not counted.
    for (let round = -1; round < ROUNDS; round += 1) {
      const begun = performance.now();
      shown = await ask();
      if (round >= 0) taken.push(performance.now() - begun);
      await after?.();
    }
    return taken;
  });
  return absoluteFigure({
    id: `queue-${name.replace(/[^a-z0-9]+/gi, "-")}`,
    name: `Queue: ${name}, median`,
    ours: median(times),
    atMost: MOST_MS,
    unit: "ms",
    control: `p95 ${quantile(times, 0.95).toFixed(0)} ms, ${shown}`,
  });
}

async function measureQueue(): Promise<Figure[]> {
  const { listCases } = await import("../../lib/db/review/review-cases.ts");
  const { readCase } = await import("../../lib/db/review/read-case.ts");
  const { inspectResults } = await import("../../lib/inspector/review/results/inspect-results.ts");
  const { readTakenRuns } = await import("../../lib/db/inspector/opening/taken-cases.ts");
  const { leaveCase, takeCase } = await import("../../lib/db/review/take-case.ts");
  let own = "";
  const take = async () => {
    own = (await takeCase(REVIEWER, null)) ?? "";
    return own === "" ? "none" : "one";
  };
  const list = async () => {
    const { cases, open } = await listCases(REVIEWER);
    return `${cases.length} of ${open} open`;
  };
  const figures = [
    await figureOf("the list", { ask: list }),
    await figureOf("the next case", { ask: take, after: () => leaveCase(REVIEWER, own) }),
  ];
  await take();
  const read = async () => (await readCase(REVIEWER, own)).state;
  const opened = async () => `${(await readTakenRuns(REVIEWER)).length} runs`;
  figures.push(await figureOf("one case", { ask: read }));
  figures.push(await figureOf("what a case opens", { ask: opened }));
  for (const range of ["30d", "365d"] as const) {
    const results = async () => {
      const { total, isCut } = await inspectResults(REVIEWER, { range });
      return `${total.judged} cases${isCut ? ", the newest" : ""}`;
    };
    figures.push(await figureOf(`results of ${range}`, { ask: results }));
  }
  return figures;
}

const figures = await withDatabase(async ({ url, isNew }) => {
  if (isNew) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await seedRuns(client, RUNS);
    await seedCases(client, OPEN, JUDGED);
    await client.end();
  }
  return measureQueue();
});
if (process.argv.includes("--json")) console.log(JSON.stringify(figures));
else {
  printReport(figures);
  process.exitCode = figures.every(({ met }) => met) ? 0 : 1;
}
