/**
 * `node --conditions=react-server bench/inspector/measure-runs.ts`: response times of the list of runs, the
 * overview and the deviation page with 100,000 runs in the database, alternately as admin and as auditor. `--json`
 * prints the figures for another program.
 */
import pg from "pg";
import { DeviationRange } from "../../lib/contracts/inspector/deviation-overview.ts";
import type { RunQuery } from "../../lib/contracts/inspector/run-query.ts";
import { OverviewRange } from "../../lib/contracts/inspector/runs-overview.ts";
import { measureUndisturbed } from "../measure/machine/measure-undisturbed.ts";
import { median, quantile } from "../measure/machine/statistics.ts";
import { absoluteFigure, type Figure, printReport } from "../report.ts";
import { withDatabase } from "../stack/with-database.ts";
import { seedRuns } from "./seed-runs.ts";

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** Every filter, every order, and search words of different frequency. */
const RUN_QUERIES: Record<string, RunQuery> = {
  "no filter": {},
  "status failed": { status: "failed" },
  "status running": { status: "running" },
  "agent users": { agent: "users" },
  "tool python_interpreter@1": { tool: "python_interpreter@1" },
  "no plan": { deviation: "no-plan" },
  "deviation none": { deviation: "none" },
  "deviation high": { deviation: "high" },
  "unplanned, rare": { kind: "unplanned" },
  "missing, by deviation": { kind: "missing", sort: "deviation" },
  "a gap in the log": { kind: "log_gap" },
  "policy deny": { policy: "deny" },
  "last day": { from: ago(1) },
  "the month before last": { from: ago(60), to: ago(30) },
  "person, one of 200": { person: "person17@" },
  "person, unknown": { person: "no such person" },
  "a rare word": { q: "w1234" },
  "a word in every fifth message": { q: "python" },
  "a word in every message": { q: "alpha" },
  "a phrase, by tokens": { q: '"about travel w35"', sort: "tokens" },
  "a word that does not occur": { q: "zyzzyva" },
  "several filters": {
    status: "complete",
    agent: "users",
    policy: "allow",
    from: ago(20),
    q: "people",
  },
  longest: { sort: "duration" },
  shortest: { sort: "duration", dir: "asc" },
  "most tokens": { sort: "tokens" },
  "most deviation": { sort: "deviation" },
  "most expensive": { sort: "cost" },
  cheapest: { sort: "cost", dir: "asc" },
  "agent users, by cost": { agent: "users", sort: "cost" },
  "person, by tokens": { person: "person17@", sort: "tokens" },
  "a word in every message, by cost": { q: "alpha", sort: "cost" },
  "most model calls": { sort: "model-calls" },
  "most tool calls": { sort: "tool-calls" },
  oldest: { dir: "asc" },
};

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
    id,
    name: `Runs: ${name}, p95`,
    ours,
    atMost: MOST_MS,
    unit: "ms",
    control,
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

const figures = await withDatabase(async ({ url, isNew }) => {
  if (isNew) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await seedRuns(client, RUNS);
    await client.end();
  }
  return [...(await measureList()), ...(await measurePages())];
});
if (process.argv.includes("--json")) console.log(JSON.stringify(figures));
else {
  printReport(figures);
  process.exitCode = figures.every(({ met }) => met) ? 0 : 1;
}
