/** A turn's database round trips, counted on the wire, and their total time against one `SELECT 1`. */
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { takeTurn } from "../load/take-turn.ts";
import { openBrowser } from "../load/target.ts";
import { absoluteFigure, type Figure, ratioFigure } from "../report.ts";
import { startProduct } from "../stack/start-product.ts";
import { type RoundTrip, tapDatabase } from "../stack/tap-database.ts";
import { tapModel } from "../stack/tap-model.ts";
import { median, sum } from "./machine/statistics.ts";
import { type BenchStage, waitForLastFlush } from "./stage.ts";

const TOKENS = 20;
/** Statements seen during this idle time are periodic background work and are not counted. */
const IDLE_MS = 12_000;

type TurnTrips = { beforeModel: RoundTrip[]; all: RoundTrip[] };

export const measureDatabase: BenchStage = async ({ quick, base, model }) => {
  await model.queue({ scenario: "bench", tokens: TOKENS, tokenDelayMs: 0 });
  const database = await tapDatabase(base.databaseUrl);
  const tap = await tapModel(base.modelUrl);
  const product = await startProduct(base, { databaseUrl: database.url, modelUrl: tap.url });
  const probe = new pg.Client({ connectionString: database.url });
  await probe.connect();
  await probe.query("CREATE TABLE IF NOT EXISTS bare_commit (id int)");
  try {
    const [cookie = ""] = await product.signInAll();
    const browser = openBrowser(cookie);
    // What the sealer does for a turn happens behind it, and is seen in the idle time.
    await takeTurn(product.target, browser, "A first turn.", TOKENS);
    await waitForLastFlush();
    database.take();
    await delay(IDLE_MS);
    const background = new Set(names(database.take()));
    const ofTurn = (trips: readonly RoundTrip[]) =>
      trips.filter(
        ({ statement }) => !background.has(statement) && !statement.startsWith("renew-leases"),
      );
    const turns: TurnTrips[] = [];
    const selects: number[] = [];
    const commits: number[] = [];
    const count = quick ? 30 : 200;
    for (let round = -10; round < count; round += 1) {
      await probe.query({ name: "select-1", text: "SELECT 1" });
      await probe.query({ name: "bare-commit", text: "INSERT INTO bare_commit VALUES (1)" });
      const probed = database.take();
      const [select] = probed.filter(({ statement }) => statement === "select-1");
      const [commit] = probed.filter(({ statement }) => statement === "bare-commit");
      tap.take();
      await takeTurn(product.target, browser, `Turn ${round}.`, TOKENS);
      await waitForLastFlush();
      const trips = ofTurn(database.take());
      const askedAt = tap.take()[0]?.at ?? 0;
      if (round < 0) continue;
      if (select) selects.push(select.durationMs);
      if (commit) commits.push(commit.durationMs);
      turns.push({ beforeModel: trips.filter(({ startedAt }) => startedAt < askedAt), all: trips });
    }
    browser.agent.destroy();
    return toFigures(turns, selects, commits);
  } finally {
    await probe.end();
    await product.stop();
    tap.close();
    database.close();
  }
};

function names(trips: readonly RoundTrip[]): string[] {
  return trips.map(({ statement }) => statement);
}

/** A turn needs two durable commits: one starts it, one ends it. */
const COMMITS_PER_TURN = 2;

function toFigures(
  turns: readonly TurnTrips[],
  selects: readonly number[],
  commits: readonly number[],
): Figure[] {
  const before = turns.map(({ beforeModel }) => beforeModel.length);
  const times = turns.map(({ all }) => sum(all.map(({ durationMs }) => durationMs)));
  const beforeTimes = turns.map(({ beforeModel }) =>
    sum(beforeModel.map(({ durationMs }) => durationMs)),
  );
  const raw = { byStatement: summarise(turns) };
  return [
    absoluteFigure({
      id: "database-round-trips",
      name: "Database round trips before the model is called",
      ours: Math.max(...before),
      atMost: 3,
      unit: "",
      note: `maximum of ${turns.length} turns, median ${median(before)}: ${describe(turns.map(({ beforeModel }) => beforeModel))}`,
      raw,
    }),
    ratioFigure({
      id: "database-time",
      name: "Database time per turn",
      ours: median(times),
      control: median(selects),
      controlName: "SELECT 1",
      atMost: null,
      unit: "ms",
      note: `all round trips of the turn, on the wire; before the model is called ${median(beforeTimes).toFixed(2)} ms. Per turn: ${describe(turns.map(({ all }) => all))}. Not counted: periodic background work (leases, sweep, queue)`,
      raw,
    }),
    ratioFigure({
      id: "database-floor",
      name: "Database time per turn, against two durable commits of one row",
      ours: median(times),
      control: COMMITS_PER_TURN * median(commits),
      controlName: "bare commits",
      atMost: null,
      unit: "ms",
      note: `a turn needs two durable commits; two bare commits of one row take ${((COMMITS_PER_TURN * median(commits)) / median(selects)).toFixed(1)} × SELECT 1 on this machine`,
      raw: { commits },
    }),
  ];
}

function describe(turns: readonly (readonly RoundTrip[])[]): string {
  const found = [...new Set(turns.flatMap(names))];
  return found
    .map((name) => {
      const same = turns.flatMap((trips) => trips.filter(({ statement }) => statement === name));
      const per = same.length / turns.length;
      return { name, per, ms: median(same.map(({ durationMs }) => durationMs)) };
    })
    .filter(({ per }) => per >= 0.1)
    .map(({ name, per, ms }) => `${name} ${per.toFixed(1)} × ${ms.toFixed(2)} ms`)
    .join(", ");
}

function summarise(turns: readonly TurnTrips[]): Record<string, number[]> {
  const trips = turns.flatMap(({ all }) => all);
  return Object.fromEntries(
    [...new Set(names(trips))].map((name) => [
      name,
      trips.filter(({ statement }) => statement === name).map(({ durationMs }) => durationMs),
    ]),
  );
}
