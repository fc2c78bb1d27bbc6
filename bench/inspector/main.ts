/**
 * `npm run bench:inspector`: measures the inspector on the production build and in a real browser, with runs of 10,000
 * and 50,000 hops, a tool history of 20 KB and 1,000 context deltas. The bars are absolute, in milliseconds.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { demoModelControl } from "../../e2e/fixtures/demo-model-control.ts";
import { saveAccount } from "../../scripts/accounts/save-account.ts";
import { keptRowKey } from "../../scripts/start/kept-values.ts";
import { signIn } from "../load/sign-in.ts";
import { type Figure, printReport } from "../report.ts";
import { type Cleanups, runBench } from "../stack/run-bench.ts";
import { type Base, startBase } from "../stack/start-base.ts";
import { startProduct } from "../stack/start-product.ts";
import { provideSettings } from "../stack/with-database.ts";
import { measureAnswers, measureLargest } from "./measure-answers.ts";
import { measureLive } from "./measure-live.ts";
import { measureLooks } from "./measure-looks.ts";
import { measurePage } from "./measure-page.ts";
import { openOperator } from "./open-browser.ts";
import { seedLargeRun } from "./seed-large-run.ts";
import { seedMemory } from "./seed-memory.ts";

const OPERATOR = {
  email: "operator@halfsilver.local",
  name: "Operator",
  password: "a bench of its own",
};
/** With fewer, the 95th percentile is the slowest round. */
const RUN_LIST_ROUNDS = "20";
const RUN_LIST_OUTPUT_MAX_BYTES = 10_000_000;

const onProgress = (line: string) => console.log(`${line} …`);

async function seed({ databaseUrl, options }: Base) {
  const rowKey = keptRowKey(options.dataDir);
  provideSettings(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await saveAccount(client, { ...OPERATOR, role: "admin" }, { by: "demo", rowKey });
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM "user" WHERE role = 'user' ORDER BY email LIMIT 1`,
    );
    const userId = rows[0]?.id ?? "";
    const run = await seedLargeRun(client, userId, 10_000);
    await seedMemory(client, run);
    return { run, largest: await seedLargeRun(client, userId, 50_000) };
  } finally {
    await client.end();
  }
}

async function main(cleanups: Cleanups): Promise<void> {
  const base = await startBase(process.argv.includes("--as-built"), cleanups, onProgress);
  const model = demoModelControl(base.modelUrl);
  await model.queue({ scenario: "bench", tokens: 200, tokenDelayMs: 20 });
  onProgress("Seeding runs of 10,000 and 50,000 hops");
  const { run, largest } = await seed(base);
  const product = await startProduct(base);
  cleanups.add(product.stop);
  const { origin } = product;
  const [person = ""] = await product.signInAll();
  const cookie = await signIn(origin, OPERATOR.email, OPERATOR.password);
  onProgress("The server's answers");
  const figures: Figure[] = await measureAnswers({ origin, cookie, run });
  figures.push(...(await measureLargest({ origin, cookie, run: largest })));
  const context = await openOperator(origin, cookie, cleanups, onProgress);
  onProgress("The page");
  figures.push(...(await measurePage(context, origin, run)));
  onProgress("A live run");
  figures.push(...(await measureLive(context, product, person)));
  onProgress("Looks on an open account page");
  const other = await startProduct(base);
  cleanups.add(other.stop);
  const reader = await openOperator(origin, person, cleanups, onProgress);
  figures.push(...(await measureLooks(reader, { admin: cookie, person }, [product, other])));
  await cleanups.runAll();
  figures.push(...(await measureApart("measure-runs.ts")));
  figures.push(...(await measureApart("measure-trail.ts")));
  figures.push(...(await measureApart("measure-queue.ts")));
  printReport(figures);
}

/** Runs in a separate process, because it imports server-only modules. */
async function measureApart(name: string): Promise<Figure[]> {
  const program = join(import.meta.dirname, name);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=react-server", program, "--json"],
    {
      env: { ...process.env, HALFSILVER_BENCH_ROUNDS: RUN_LIST_ROUNDS },
      maxBuffer: RUN_LIST_OUTPUT_MAX_BYTES,
    },
  );
  return JSON.parse(stdout) as Figure[];
}

runBench(main);
