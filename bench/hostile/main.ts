/**
 * `npm run bench:hostile`: whether one person can take the server from another. First somebody's file beside a hundred
 * files of one person that take all the work they may; then ten ordinary people for ten minutes alone, and for
 * thirty beside a hostile person of each kind. `-- --minutes 3` is a short one, with a third of that alone; `--only prints`
 * has those hostile people alone whose act has this word in its name.
 */
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { demoModelControl } from "../../e2e/fixtures/demo-model-control.ts";
import { median, quantile } from "../measure/machine/statistics.ts";
import { absoluteFigure, type Figure, printReport, ratioFigure } from "../report.ts";
import { type Cleanups, runBench } from "../stack/run-bench.ts";
import { type Base, startBase } from "../stack/start-base.ts";
import { type Product, startProduct } from "../stack/start-product.ts";
import { BOMBS, HOSTILE, type HostileAct } from "./hostile-acts.ts";
import { ORDINARY, QUESTION, SMALL_PDF, uploaded } from "./ordinary-acts.ts";
import { openPerson, type Person } from "./person.ts";

const ORDINARY_PEOPLE = 10;
/** Between what one person does and the next. Ten of them alone leave the machine most of its time. */
const THINKS_MS = 10_000;
/** What a browser has open to one address. */
const AT_ONCE = 4;
/** Who is refused tries again a moment later. */
const TRIES_AGAIN_MS = 250;
const BOMBS_AT_ONCE = 100;
const FILES_ALONE = 20;
const FILES_BESIDE = 10;
const REASONS_MAX = 5;

const onProgress = (line: string) => console.log(`${line} …`);

async function main(cleanups: Cleanups): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "30" },
      only: { type: "string" },
      "as-built": { type: "boolean" },
    },
  });
  const base = await startBase(values["as-built"] === true, cleanups, onProgress);
  const figures = values.only ? [] : await measureBombs(base, cleanups);
  const acts = Object.entries(HOSTILE).filter(([name]) => name.includes(values.only ?? ""));
  figures.push(...(await measureHostile(base, cleanups, Number(values.minutes) * 60_000, acts)));
  await cleanups.runAll();
  printReport(figures);
}

/** @param settings of the server, beside those of `npm start` */
async function startWith(base: Base, cleanups: Cleanups, settings: Record<string, string>) {
  const product = await startProduct(base, {}, settings);
  cleanups.add(product.stop);
  return { product, cookies: await product.signInAll() };
}

/** Without the limit of uploads in a minute, which would refuse most of the hundred. */
async function measureBombs(base: Base, cleanups: Cleanups): Promise<Figure[]> {
  const settings = { UPLOADS_PER_MINUTE: "1000" };
  const { product, cookies } = await startWith(base, cleanups, settings);
  // Not of those who live ordinarily afterwards: what they have uploaded is counted for a minute.
  const [hostile, other] = openAll(product, cookies.slice(-2)) as [Person, Person];
  const time = async () => {
    const began = performance.now();
    uploaded(await other.upload("rent.pdf", SMALL_PDF));
    return performance.now() - began;
  };
  onProgress("A file alone");
  await time();
  const alone: number[] = [];
  for (let round = 0; round < FILES_ALONE; round += 1) alone.push(await time());
  onProgress("A file beside a hundred of one person");
  let ended = 0;
  const bombs = Array.from({ length: BOMBS_AT_ONCE }, async (_, index) => {
    const { name, data } = BOMBS[index % BOMBS.length] as (typeof BOMBS)[number];
    await hostile.upload(name, data).catch(() => null);
    ended += 1;
  });
  const beside: number[] = [];
  while (beside.length < FILES_BESIDE && ended < BOMBS_AT_ONCE) {
    await delay(TRIES_AGAIN_MS);
    beside.push(await time());
  }
  const left = BOMBS_AT_ONCE - ended;
  await product.stop();
  await Promise.all(bombs);
  return [
    absoluteFigure({
      id: "file-beside-bombs",
      name: "A file of another person beside 100 bombs, slower by",
      ours: Math.max(...beside) - median(alone),
      atMost: 3_000,
      unit: "ms",
      note: `the slowest of ${beside.length}; alone ${median(alone).toFixed(0)} ms; ${left} bombs were left at the end`,
    }),
  ];
}

const openAll = (product: Product, cookies: readonly string[]) =>
  cookies.map((cookie) => openPerson(product, cookie));

type Times = { took: Map<string, number[]>; failed: string[] };

async function measureHostile(
  base: Base,
  cleanups: Cleanups,
  ms: number,
  acts: [string, HostileAct][],
): Promise<Figure[]> {
  const { product, cookies } = await startWith(base, cleanups, {});
  const ordinary = openAll(product, cookies.slice(0, ORDINARY_PEOPLE));
  for (const person of ordinary) await person.takeTurn(QUESTION);
  onProgress(`Ten people for ${ms / 180_000} minutes`);
  const alone = await live(ordinary, ms / 3);
  onProgress(`Ten people for ${ms / 60_000} minutes beside ${acts.length} others`);
  const hostile = acts.map(([, act]) => act);
  const { times: beside, broken } = await liveBeside(ordinary, hostile, ms, (act, index) => {
    // Each of what one person does at a time has a conversation of its own.
    const one = openPerson(product, cookies[ORDINARY_PEOPLE + index] ?? "");
    return act(one, demoModelControl(base.modelUrl)).finally(() => one.browser.agent.destroy());
  });
  const shown = [...alone.failed, ...beside.failed, ...broken].slice(0, REASONS_MAX);
  for (const why of shown) console.log(`  ${why}`);
  return [
    ...Object.keys(ORDINARY).map((name) => compare(name, alone, beside)),
    counted("failed-alone", "Acts that failed alone", alone.failed.length),
    counted("failed-beside", "Acts that failed beside hostile people", beside.failed.length),
    counted("broken", "Pages that did not open for hostile people", broken.length),
    counted("died", "Server processes that ended", isAlive(product) ? 0 : 1),
  ];
}

const counted = (id: string, name: string, ours: number) =>
  absoluteFigure({ id, name, ours, atMost: 0, unit: "" });

function compare(name: string, alone: Times, beside: Times): Figure {
  const [own = [], others = []] = [beside.took.get(name), alone.took.get(name)];
  return ratioFigure({
    id: name.replaceAll(" ", "-"),
    name: `${name}, p95`,
    ours: quantile(own, 0.95),
    control: quantile(others, 0.95),
    controlName: "alone",
    atMost: 1.5,
    unit: "ms",
    note: `${own.length} beside, ${others.length} alone; medians ${median(own).toFixed(0)} and ${median(others).toFixed(0)} ms`,
  });
}

async function live(people: readonly Person[], ms: number): Promise<Times> {
  const times: Times = { took: new Map(), failed: [] };
  const until = performance.now() + ms;
  const acts = Object.entries(ORDINARY);
  await Promise.all(
    people.map(async (person, index) => {
      await delay((index * THINKS_MS) / people.length);
      for (let nth = index; performance.now() < until; nth += 1) {
        const [name, act] = acts[nth % acts.length] as (typeof acts)[number];
        const began = performance.now();
        await act(person).then(
          () => {
            const took = times.took.get(name) ?? [];
            took.push(performance.now() - began);
            times.took.set(name, took);
          },
          (error: Error) => times.failed.push(`${name}: ${error.message}`),
        );
        await delay(THINKS_MS);
      }
    }),
  );
  return times;
}

async function liveBeside(
  ordinary: readonly Person[],
  acts: readonly HostileAct[],
  ms: number,
  perform: (act: HostileAct, index: number) => Promise<unknown>,
) {
  let isOver = false;
  const broken: string[] = [];
  const hostile = acts.flatMap((act, index) => {
    const loop = async () => {
      while (!isOver) {
        await perform(act, index).catch((error: Error) => {
          if (error.message.startsWith("a page")) broken.push(error.message);
        });
        await delay(TRIES_AGAIN_MS);
      }
    };
    return Array.from({ length: AT_ONCE }, loop);
  });
  const times = await live(ordinary, ms);
  isOver = true;
  // What still waits ends with the server.
  void Promise.all(hostile);
  return { times, broken: [...broken] };
}

function isAlive({ pid }: Product): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

runBench(main);
