/** Many conversations at once, 200 tokens each at 20 ms, against the product and the controls one after another. */
import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { type LoadProcess, performTogether, startLoad } from "../load/start-load.ts";
import type { Target } from "../load/target.ts";
import { absoluteFigure, type Figure, ratioFigure } from "../report.ts";
import { bareActionOf, keptActionOf, startProxy, startRelay } from "../stack/start-controls.ts";
import { startProduct } from "../stack/start-product.ts";
import { busyProcessors, machineTicks, stolenShare } from "./machine/machine-busy.ts";
import { measureUndisturbed } from "./machine/measure-undisturbed.ts";
import { cpuMicros } from "./machine/process-figures.ts";
import { median, quantile, sum } from "./machine/statistics.ts";
import type { BenchStage } from "./stage.ts";

const TOKENS = 200;
const TOKEN_DELAY_MS = 20;
const SPREAD_MS = TOKENS * TOKEN_DELAY_MS;
const LOAD_PROCESSES = 2;
/** Unmeasured load on every server first, so that each has run for about a minute. */
const WARM_UP = { conversations: 300, turns: 2 };
/** Work after the last answer, e.g. the last flush, counts towards processor time. */
const SETTLE_MS = 600;

type Server = { target: Target; pid: number };
type Round = {
  firstP99: number;
  firstP50: number;
  gapP99: number;
  cpuPerToken: number;
  /** Busy processors during the round: the whole machine, and this server alone. `stolen`: share of steal time. */
  processors: { machine: number; server: number; stolen: number };
  errors: string[];
};
/**
 * Two floors on bare Next that take a turn as the product does. `action`: the minimum for a turn that a server action
 * starts. `kept`: the minimum for a turn that belongs to a person and survives a crash.
 */
type Side = "proxy" | "relay" | "action" | "kept" | "ours";
const SIDES: readonly Side[] = ["proxy", "relay", "action", "kept", "ours"];

export const measureUnderLoad: BenchStage = async ({ quick, base, model, onProgress }) => {
  await model.queue({ scenario: "bench", tokens: TOKENS, tokenDelayMs: TOKEN_DELAY_MS });
  const product = await startProduct(base);
  const [proxy, relay] = [await startProxy(base), await startRelay(base)];
  const action = { target: bareActionOf(relay), pid: relay.pid };
  const kept = { target: await keptActionOf(relay, base.databaseUrl), pid: relay.pid };
  const servers: Record<Side, Server> = { proxy, relay, action, kept, ours: product };
  const load = Array.from({ length: LOAD_PROCESSES }, startLoad);
  try {
    const cookies = await product.signInAll();
    for (const side of SIDES) {
      await playRound(load, servers[side], cookies, WARM_UP);
    }
    const at = async (conversations: number): Promise<Figure[]> => {
      const rounds: Record<Side, Round[]> = {
        proxy: [],
        relay: [],
        action: [],
        kept: [],
        ours: [],
      };
      for (let round = 0; round < (quick ? 1 : 3); round += 1) {
        for (const side of SIDES) {
          onProgress(`  ${conversations} conversations, round ${round + 1}, ${side}`);
          const many = { conversations, turns: quick ? 1 : 2 };
          rounds[side].push(await playUndisturbed(load, servers[side], cookies, many));
        }
      }
      return toFigures(conversations, rounds);
    };
    return [...(await at(100)), ...(await at(300))];
  } finally {
    for (const one of load) one.stop();
    for (const server of [product, proxy, relay]) await server.stop();
  }
};

/** Errors of every attempt count. */
async function playUndisturbed(...round: Parameters<typeof playRound>): Promise<Round> {
  const errors: string[] = [];
  const played = await measureUndisturbed(async () => {
    const attempt = await playRound(...round);
    errors.push(...attempt.errors);
    return attempt;
  });
  return { ...played, errors };
}

async function playRound(
  load: readonly LoadProcess[],
  { target, pid }: Server,
  cookies: readonly string[],
  { conversations, turns }: { conversations: number; turns: number },
): Promise<Round> {
  const cpuBefore = cpuMicros(pid);
  const machineBefore = machineTicks();
  const startedAt = performance.now();
  const played = await performTogether(load, {
    kind: "together",
    target,
    cookies: Array.from({ length: conversations }, (_, n) => cookies[n % cookies.length] ?? ""),
    turns,
    tokens: TOKENS,
    spreadMs: SPREAD_MS,
  });
  const machineAfter = machineTicks();
  const machine = busyProcessors(machineBefore, machineAfter);
  const stolen = stolenShare(machineBefore, machineAfter);
  const server = (cpuMicros(pid) - cpuBefore) / 1_000 / (performance.now() - startedAt);
  await delay(SETTLE_MS);
  const cpu = cpuMicros(pid) - cpuBefore;
  const firsts = played.turns.map(({ firstTokenMs }) => firstTokenMs);
  return {
    firstP99: quantile(firsts, 0.99),
    firstP50: median(firsts),
    gapP99: quantile(
      played.turns.flatMap(({ gapsMs }) => gapsMs),
      0.99,
    ),
    cpuPerToken: cpu / sum(played.turns.map(({ tokens }) => tokens)),
    processors: { machine, server, stolen },
    errors: played.errors,
  };
}

type Key = "firstP99" | "firstP50" | "gapP99" | "cpuPerToken";
type Of = (side: Side, key: Key) => number;

/** 300 conversations saturate two processors, so their figures have no bars and are printed beside the floors. */
const BARS = {
  100: { firstOf: "relay", first: 4, gap: 1.5, cpu: 4 },
  300: { firstOf: "proxy", first: null, gap: null, cpu: null },
} as const;

function toFigures(conversations: number, rounds: Record<Side, Round[]>): Figure[] {
  const bars = conversations === 300 ? BARS[300] : BARS[100];
  const of: Of = (side, key) => median(rounds[side].map((round) => round[key]));
  const describeAll = (key: Key) =>
    SIDES.map((side) => `${side} ${of(side, key).toFixed(1)}`).join(", ");
  const errors = rounds.ours.flatMap((round) => round.errors);
  const controls = SIDES.filter((side) => side !== "ours");
  const controlErrors = controls.flatMap((side) => rounds[side]).flatMap(({ errors }) => errors);
  const all = `${conversations} conversations`;
  const name = { relay: "Next relay", proxy: "bare proxy" };
  return [
    ratioFigure({
      id: `load-${conversations}-first-token-p99`,
      name: `${all}: p99 to the first token`,
      ours: of("ours", "firstP99"),
      control: of(bars.firstOf, "firstP99"),
      controlName: name[bars.firstOf],
      atMost: bars.first,
      unit: "ms",
      note: `p50 ${describeAll("firstP50")}; p99 ${describeAll("firstP99")}. The first turns start spread over the length of one turn, for every server. ${describeProcessors(rounds)}`,
      raw: { rounds },
    }),
    ratioFigure({
      id: `load-${conversations}-gap-p99`,
      name: `${all}: p99 gap between tokens`,
      ours: of("ours", "gapP99"),
      control: of("proxy", "gapP99"),
      controlName: name.proxy,
      atMost: bars.gap,
      unit: "ms",
      note: describeAll("gapP99"),
    }),
    absoluteFigure({
      id: `load-${conversations}-errors`,
      name: `${all}: errors and incomplete turns`,
      ours: errors.length,
      atMost: 0,
      unit: "",
      control: `controls ${controlErrors.length}`,
      note: [...new Set([...errors, ...controlErrors])].slice(0, 3).join("; ") || undefined,
    }),
    ratioFigure({
      id: `load-${conversations}-cpu-per-token`,
      name: `${all}: CPU per token`,
      ours: of("ours", "cpuPerToken"),
      control: of("proxy", "cpuPerToken"),
      controlName: name.proxy,
      atMost: bars.cpu,
      unit: "µs",
      note: `${describeAll("cpuPerToken")}; whole turns, database and recording included`,
    }),
    ...floors(conversations, of),
  ];
}

const FLOORS = {
  action: {
    what: "a bare Next action and stream",
    note: "a floor: an action that calls the model once, stores nothing and checks nothing, and a stream that pipes its bytes",
  },
  kept: {
    what: "the same with a session and two commits",
    note: "a floor: the bare action with a session lookup, one durable commit before the model is called and one at the end, three tables with no index except their keys",
  },
} as const;

/** Latency that the framework and two durable commits cost before any product code. */
function floors(conversations: number, of: Of): Figure[] {
  const keys = [
    ["firstP99", "p99 to the first token"],
    ["gapP99", "p99 gap between tokens"],
  ] as const;
  return (["action", "kept"] as const).flatMap((side) =>
    keys.map(([key, what]) =>
      ratioFigure({
        id: `load-${conversations}-${side}-${key}`,
        name: `${conversations} conversations: ${what}, of ${FLOORS[side].what}`,
        ours: of(side, key),
        control: of("proxy", key),
        controlName: "bare proxy",
        atMost: null,
        unit: "ms",
        note: FLOORS[side].note,
      }),
    ),
  );
}

/** The model, the database and the load generator share the machine with the server, so their use is printed. */
function describeProcessors(rounds: Record<Side, Round[]>): string {
  const of = (side: Side) => {
    const machine = median(rounds[side].map(({ processors }) => processors.machine));
    const server = median(rounds[side].map(({ processors }) => processors.server));
    const stolen = Math.max(...rounds[side].map(({ processors }) => processors.stolen));
    return `${side} ${server.toFixed(2)} of ${machine.toFixed(2)} (steal at most ${(100 * stolen).toFixed(0)} %)`;
  };
  return `Busy processors, server of machine (${availableParallelism()} in all, ramp-up included): ${SIDES.map(of).join(", ")}.`;
}
