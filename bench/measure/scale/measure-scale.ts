/**
 * The same load on 1, 2 and 4 instances: what a turn costs each part, how late text and stops arrive from another instance, and
 * how much one PostgreSQL can write. Every answer is read from another instance than the one that works, where there are several.
 */
import { setTimeout as delay } from "node:timers/promises";
import { type LoadProcess, performTogether, startLoad } from "../../load/start-load.ts";
import { absoluteFigure, type Figure, ratioFigure } from "../../report.ts";
import { postmasterPid } from "../../stack/start-base.ts";
import { type Product, startProduct } from "../../stack/start-product.ts";
import { measureUndisturbed } from "../machine/measure-undisturbed.ts";
import { cpuMicros, cpuTreeMicros } from "../machine/process-figures.ts";
import { median } from "../machine/statistics.ts";
import type { BenchContext, BenchStage } from "../stage.ts";
import { measureCeiling, type StoredTurn, storedPerTurn } from "./measure-ceiling.ts";
import { measureDelivery } from "./measure-delivery.ts";
import { project } from "./project.ts";

const COUNTS = [1, 2, 4] as const;
type Count = (typeof COUNTS)[number];
const CONVERSATIONS = 40;
const TURNS = 3;
const TOKENS = 100;
const TOKEN_DELAY_MS = 20;
const IDLE_MS = 10_000;
/** What a turn leaves to do: its last flush, the sealing of its end. */
const SETTLE_MS = 3_000;

/** Milliseconds of processor time. */
export type TurnCost = { instances: number; database: number };
type Round = TurnCost & { errors: string[] };

export const measureScale: BenchStage = async (context) => {
  const { quick, model, onProgress, base } = context;
  await model.queue({ scenario: "bench", tokens: TOKENS, tokenDelayMs: TOKEN_DELAY_MS });
  const load = [startLoad(), startLoad()];
  const costs = new Map<Count, Round>();
  let stored: StoredTurn | null = null;
  let delivery: Figure[] = [];
  try {
    for (const count of COUNTS) {
      onProgress(`  ${count} instances`);
      const products: Product[] = [];
      for (let index = 0; index < count; index += 1) products.push(await startProduct(base));
      const play = await openRounds(context, load, products);
      const before = await storedPerTurn(base.databaseUrl);
      const rounds: Round[] = [];
      for (let round = 0; round < (quick ? 1 : 3); round += 1)
        rounds.push(await measureUndisturbed(play));
      costs.set(count, middleOf(rounds));
      stored ??= await storedPerTurn(base.databaseUrl, before);
      if (count === 2) delivery = await measureDelivery(products, base, quick);
      for (const { stop } of products) await stop();
    }
  } finally {
    for (const one of load) one.stop();
  }
  const ceiling = await measureCeiling(base.databaseUrl, quick);
  const one = costs.get(1);
  if (one && stored) console.log(project({ cost: one, stored, ceiling: ceiling.rowsPerSecond }));
  return [...toFigures(costs), ...delivery, ...ceiling.figures];
};

/** Plays once without measuring. @returns plays the load once, and what it cost per turn: without what the parts use while nothing happens */
async function openRounds(
  { base, quick }: BenchContext,
  load: readonly LoadProcess[],
  products: readonly Product[],
): Promise<() => Promise<Round>> {
  const [first] = products;
  const cookies = (await first?.signInAll()) ?? [];
  const postgres = postmasterPid(base);
  const used = () => ({
    instances: products.reduce((sum, { pid }) => sum + cpuMicros(pid), 0),
    database: cpuTreeMicros(postgres),
  });
  const during = async (act: () => Promise<unknown>) => {
    const [before, startedAt] = [used(), performance.now()];
    await act();
    const [after, ms] = [used(), performance.now() - startedAt];
    return {
      ms,
      instances: (after.instances - before.instances) / 1_000,
      database: (after.database - before.database) / 1_000,
    };
  };
  const many = CONVERSATIONS / products.length;
  const playAll = async (errors: string[]) => {
    const played = await Promise.all(
      products.map(({ target }, index) => {
        const reader = products[(index + 1) % products.length];
        if (target.kind !== "halfsilver") throw new Error("not the product");
        return performTogether([load[index % load.length] as LoadProcess], {
          kind: "together",
          target: { ...target, readOrigin: reader?.origin ?? target.origin },
          cookies: Array.from(
            { length: many },
            (_, n) => cookies[(index * many + n) % cookies.length] ?? "",
          ),
          turns: quick ? 1 : TURNS,
          tokens: TOKENS,
          spreadMs: TOKENS * TOKEN_DELAY_MS,
        });
      }),
    );
    errors.push(...played.flatMap((report) => report.errors));
    await delay(SETTLE_MS);
    return played.reduce((sum, { turns }) => sum + turns.length, 0);
  };
  await playAll([]);
  await delay(SETTLE_MS);
  const idle = await during(() => delay(IDLE_MS));
  return async () => {
    const errors: string[] = [];
    let turns = 0;
    const busy = await during(async () => {
      turns = await playAll(errors);
    });
    const of = (part: "instances" | "database") =>
      (busy[part] - (idle[part] * busy.ms) / idle.ms) / turns;
    return { instances: of("instances"), database: of("database"), errors };
  };
}

function middleOf(rounds: readonly Round[]): Round {
  return {
    instances: median(rounds.map(({ instances }) => instances)),
    database: median(rounds.map(({ database }) => database)),
    errors: rounds.flatMap(({ errors }) => errors),
  };
}

const GROWTH_MAX = 1.25;

function toFigures(costs: ReadonlyMap<Count, Round>): Figure[] {
  const one = costs.get(1);
  if (!one) return [];
  const errors = [...costs.values()].flatMap((round) => round.errors);
  const total = ({ instances, database }: TurnCost) => instances + database;
  return [
    ...COUNTS.flatMap((count) => {
      const cost = costs.get(count);
      if (!cost) return [];
      const note = `instances ${cost.instances.toFixed(2)} ms, database with its bus ${cost.database.toFixed(2)} ms; read from another instance`;
      const name = `CPU per turn of ${TOKENS} tokens, ${count} instance${count > 1 ? "s" : ""}`;
      const id = `scale-cpu-${count}`;
      if (count === 1)
        return [absoluteFigure({ id, name, ours: total(cost), atMost: null, unit: "ms", note })];
      return [
        ratioFigure({
          id,
          name,
          ours: total(cost),
          control: total(one),
          controlName: "1 instance",
          atMost: GROWTH_MAX,
          unit: "ms" as const,
          note,
          raw: { ...cost },
        }),
      ];
    }),
    absoluteFigure({
      id: "scale-errors",
      name: "Errors and incomplete turns on 1, 2 and 4 instances",
      ours: errors.length,
      atMost: 0,
      unit: "",
      note: [...new Set(errors)].slice(0, 3).join("; ") || undefined,
    }),
  ];
}
