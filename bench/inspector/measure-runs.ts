/**
 * `node --conditions=react-server bench/inspector/measure-runs.ts`: response times of the list of runs, the
 * overview and the deviation page with 100,000 runs in the database, alternately as admin and as auditor. `--json`
 * prints the figures for another program.
 */
import { loadavg } from "node:os";
import pg from "pg";
import { DeviationRange } from "../../lib/contracts/inspector/deviation/deviation-overview.ts";
import { OverviewRange } from "../../lib/contracts/inspector/overview/runs-overview.ts";
import { startThrowAwayDatabase } from "../../scripts/testing/throw-away-database.ts";
import { measureUndisturbed } from "../measure/machine/measure-undisturbed.ts";
import { median, quantile } from "../measure/machine/statistics.ts";
import { absoluteFigure, type Figure } from "../report/figure.ts";
import { printTable, printVerdict } from "../report/print-table.ts";
import { RUN_QUERIES } from "./run-queries.ts";
import { seedRuns } from "./seed-runs.ts";

/** For a smoke test set fewer: `HALFSILVER_BENCH_RUNS=2000`. */
const RUNS = Number(process.env.HALFSILVER_BENCH_RUNS ?? 100_000);
const ROUNDS = Number(process.env.HALFSILVER_BENCH_ROUNDS ?? 20);
const MOST_MS = 300;

type BenchActor = { userId: string; role: "admin" | "auditor" };
type Ask = (actor: BenchActor) => Promise<string>;

/** The figure is that of the slower role. An auditor finds words only in runs whose payloads they have opened. */
async function figureOf(name: string, ask: Ask): Promise<Figure> {
  const asked = [await askAs("admin", ask), await askAs("auditor", ask)];
  const { times, shown } = asked.reduce((one, other) =>
    quantile(one.times, 0.95) >= quantile(other.times, 0.95) ? one : other,
  );
  const raw = { median: median(times), shown };
  const control = `median ${raw.median.toFixed(0)} ms, ${shown}`;
  const id = `runs-${name.replace(/[^a-z0-9]+/gi, "-")}`;
  const ours = quantile(times, 0.95);
  return absoluteFigure({
    ...{ id, name: `Runs: ${name}, p95`, ours, atMost: MOST_MS, unit: "ms", control },
    raw,
  });
}

async function askAs(role: BenchActor["role"], ask: Ask) {
  let shown = "";
  const times = await measureUndisturbed(async () => {
    const taken: number[] = [];
    // The first round warms the caches and is not counted.
    for (let round = -1; round < ROUNDS; round += 1) {
      const begun = performance.now();
      shown = await ask({ userId: "bench", role });
      if (round >= 0) taken.push(performance.now() - begun);
    }
    return taken;
  });
  return { times, shown };
}

async function measureList(): Promise<Figure[]> {
  const { listRuns } = await import("../../lib/db/inspector/runs/list-runs.ts");
  const figures: Figure[] = [];
  for (const [name, query] of Object.entries(RUN_QUERIES)) {
    let older: string | null = null;
    const pageAt =
      (place: object): Ask =>
      async (actor) => {
        const page = await listRuns(actor, { ...query, ...place });
        older = page.older;
        return `${page.runs.length} of ${page.total}`;
      };
    figures.push(await figureOf(name, pageAt({})));
    if (older !== null && (query.sort ?? query.dir))
      figures.push(await figureOf(`${name}, page 2`, pageAt({ before: older })));
  }
  return figures;
}

async function measurePages(): Promise<Figure[]> {
  const { readOverview } = await import("../../lib/db/inspector/figures/read-overview.ts");
  const { inspectDeviation } = await import("../../lib/inspector/inspect-deviation.ts");
  const figures: Figure[] = [];
  for (const range of OverviewRange.options) {
    const ask: Ask = async (actor) =>
      `${(await readOverview(actor, { range, offset: 0 })).total.runs} runs`;
    figures.push(await figureOf(`overview ${range}`, ask));
  }
  for (const range of DeviationRange.options) {
    const ask: Ask = async (actor) => `${(await inspectDeviation(actor, range)).runs} runs`;
    figures.push(await figureOf(`deviation ${range}`, ask));
  }
  return figures;
}

async function main(): Promise<void> {
  const given = process.env.HALFSILVER_BENCH_DATABASE_URL;
  const database = given ? null : await startThrowAwayDatabase();
  const url = given ?? database?.url ?? "";
  process.env.DATABASE_URL = url;
  process.env.BETTER_AUTH_SECRET ??= "a-secret-of-this-bench-that-is-long-enough";
  process.env.MODEL_PRICES ??=
    '{"model-a":{"input":1,"output":4},"model-c":{"input":2,"output":8}}';
  try {
    if (database) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await seedRuns(client, RUNS);
      await client.end();
    }
    const figures = [...(await measureList()), ...(await measurePages())];
    const { closeDatabase } = await import("../../lib/db/client.ts");
    await closeDatabase();
    report(figures);
  } finally {
    await database?.remove();
  }
}

function report(figures: Figure[]): void {
  if (process.argv.includes("--json")) {
    console.log(JSON.stringify(figures));
    return;
  }
  printTable(figures);
  console.log(`\nLoad average of the machine at the end: ${(loadavg()[0] ?? 0).toFixed(1)}.`);
  printVerdict(figures);
  process.exitCode = figures.every(({ met }) => met) ? 0 : 1;
}

await main();
