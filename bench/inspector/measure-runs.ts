/**
 * `node --conditions=react-server bench/inspector/measure-runs.ts`: how long the list of runs and the overview take
 * with 100,000 runs in the database, for every filter and every order. Each is answered as the handler answers it.
 */
import pg from "pg";
import { startThrowAwayDatabase } from "../../scripts/testing/throw-away-database.ts";
import { seedRuns } from "./seed-runs.ts";

/** Fewer, to see whether it works at all: `HALFSILVER_BENCH_RUNS=2000`. */
const RUNS = Number(process.env.HALFSILVER_BENCH_RUNS ?? 100_000);
const ROUNDS = 20;
const MOST_MS = 300;

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const QUERIES: Record<string, object> = {
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
  "policy deny": { policy: "deny" },
  "last day": { from: ago(1) },
  "the month before last": { from: ago(60), to: ago(30) },
  "person, one of 200": { person: "person17@" },
  "person, nobody": { person: "nobody of this name" },
  "a rare word": { q: "w1234" },
  "a word in every fifth message": { q: "python" },
  "a word in every message": { q: "alpha" },
  "a phrase, by tokens": { q: '"about travel w35"', sort: "tokens" },
  "words that nobody said": { q: "zyzzyva" },
  "much at once": {
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
  dearest: { sort: "cost" },
  "most model calls": { sort: "model-calls" },
  "most tool calls": { sort: "tool-calls" },
  oldest: { dir: "asc" },
};

type Row = { name: string; median: number; p95: number; shown: string };

async function timeOf(name: string, ask: () => Promise<string>): Promise<Row> {
  const times: number[] = [];
  let shown = "";
  // The first warms what a running server has warm.
  for (let round = -1; round < ROUNDS; round += 1) {
    const begun = performance.now();
    shown = await ask();
    if (round >= 0) times.push(performance.now() - begun);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
  return { name, median: at(0.5), p95: at(0.95), shown };
}

async function measure(): Promise<Row[]> {
  const { listRuns } = await import("../../lib/db/inspector/list-runs.ts");
  const { closeDatabase } = await import("../../lib/db/client.ts");
  const actor = { userId: "bench0", role: "admin" } as const;
  const rows: Row[] = [];
  for (const [name, query] of Object.entries(QUERIES)) {
    let older: string | null = null;
    const page = async (place: object) => {
      const { runs, total, older: next } = await listRuns(actor, { ...query, ...place });
      older = next;
      return `${runs.length} of ${total}`;
    };
    rows.push(await timeOf(name, () => page({})));
    const before = older;
    if (before && /sort|dir/.test(JSON.stringify(query)))
      rows.push(await timeOf(`${name}, page 2`, () => page({ before })));
  }
  const { readOverview } = await import("../../lib/db/inspector/read-overview.ts");
  for (const range of ["24h", "7d", "30d"] as const) {
    const ask = async () =>
      `${(await readOverview(actor, { range, offset: 0 })).buckets.length} buckets`;
    rows.push(await timeOf(`overview ${range}`, ask));
  }
  await closeDatabase();
  return rows;
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
    const rows = await measure();
    for (const { name, median, p95, shown } of rows) {
      const verdict = p95 <= MOST_MS ? "" : "  TOO SLOW";
      console.log(
        `${name.padEnd(36)} median ${median.toFixed(0).padStart(5)} ms  p95 ${p95.toFixed(0).padStart(5)} ms  ${shown}${verdict}`,
      );
    }
    process.exitCode = rows.every(({ p95 }) => p95 <= MOST_MS) ? 0 : 1;
  } finally {
    await database?.remove();
  }
}

await main();
