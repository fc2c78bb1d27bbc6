/**
 * `npm run bench:log`: what the inspector costs on a log of ten million events in
 * the months of a year, asked through the product's own functions. `HALFSILVER_BENCH_EVENTS` makes it smaller, and
 * `HALFSILVER_BENCH_DATABASE_URL` asks a database that was seeded before.
 */
import pg from "pg";
import { generateSources } from "../../scripts/build/build-app.ts";
import { ROOT } from "../../scripts/setup/paths.ts";
import { median, quantile } from "../measure/machine/statistics.ts";
import { absoluteFigure, type Figure, printReport } from "../report.ts";
import { withDatabase } from "../stack/with-database.ts";
import { logQuestions, type Question } from "./log-questions.ts";
import { seedYear } from "./seed-year.ts";

const EVENTS = Number(process.env.HALFSILVER_BENCH_EVENTS ?? 10_000_000);
const ROUNDS = Number(process.env.HALFSILVER_BENCH_ROUNDS ?? 10);
const MOST_MS = 300;
/** What takes longer than this is asked once. */
const SLOW_MS = 3_000;
/** The code of a statement that its time limit ended. */
const GIVEN_UP = "57014";

const onProgress = (line: string) => console.log(`${line} …`);

async function sizes(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ whole: string; log: string; months: number }>(
    `SELECT pg_size_pretty(pg_database_size(current_database())) AS whole,
       pg_size_pretty(sum(pg_total_relation_size(relid))) AS log, count(*)::int AS months
     FROM pg_partition_tree('run_event') WHERE isleaf`,
  );
  await client.end();
  return `The log ${rows[0]?.log} in ${rows[0]?.months} partitions, the database ${rows[0]?.whole}.`;
}

/** @returns what was found; null where the database gave up: that is a figure, too */
async function answerOf({ ask }: Question): Promise<string | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === GIVEN_UP) return null;
    throw error;
  }
}

async function figureOf(name: string, question: Question): Promise<Figure> {
  const { mostMs = MOST_MS } = question;
  const times: number[] = [];
  let shown: string | null = null;
  // The first round warms the caches and is not counted, unless it is so slow that there is no other one.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const begun = performance.now();
    shown = await answerOf(question);
    const took = performance.now() - begun;
    if (round > 0 || took > SLOW_MS) times.push(took);
    if (took > SLOW_MS) break;
  }
  onProgress(`  ${name}: ${median(times).toFixed(0)} ms`);
  return absoluteFigure({
    id: `log-${name.replace(/[^a-z0-9]+/gi, "-")}`,
    name: `${name}, p95`,
    unit: "ms",
    ours: quantile(times, 0.95),
    atMost: mostMs,
    control: `median ${median(times).toFixed(1)} ms, ${shown ?? "given up"}`,
    raw: { times },
  });
}

/** Removes the oldest whole month for good. */
async function measureRemoval(): Promise<Figure> {
  const { kysely } = await import("../../lib/db/client.ts");
  const { eraseLogMonth, listLogMonths } = await import(
    "../../lib/db/erasure/retention/erase-log-month.ts"
  );
  const begun = performance.now();
  const erased = await kysely()
    .transaction()
    .execute(async (transaction) => {
      const [, oldest = new Date(0)] = await listLogMonths(transaction, new Date());
      return eraseLogMonth(transaction, oldest, { rule: "retention", actorId: null });
    });
  return absoluteFigure({
    id: "log-removal",
    name: "a month of the log is removed",
    unit: "ms",
    atMost: null,
    ours: performance.now() - begun,
    control: erased.ok ? `${erased.rows.run_event} events` : erased.reason,
  });
}

await generateSources(ROOT, onProgress);
const figures = await withDatabase(async ({ url, isNew }) => {
  if (isNew) await seedYear(url, EVENTS, onProgress);
  console.log(await sizes(url));
  const measured: Figure[] = [];
  for (const [name, question] of Object.entries(await logQuestions()))
    measured.push(await figureOf(name, question));
  if (isNew) measured.push(await measureRemoval());
  return measured;
});
printReport(figures);
