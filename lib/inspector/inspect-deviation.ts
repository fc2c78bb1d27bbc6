/** Deviations of tools, agents and steps over a time range. */
import "server-only";

import type { Actor } from "../access/actor.ts";
import type {
  ClassCount,
  DeviationEntries,
  DeviationEntry,
  DeviationOverview,
  DeviationRange,
} from "../contracts/inspector/deviation-overview.ts";
import { DeviationClass } from "../contracts/inspector/run/plan-inspection.ts";
import { type CountedMove, readDeviationMoves } from "../db/inspector/read-deviation-moves.ts";
import { DEVIATION_ROWS_MAX } from "./limits.ts";

const RANGE_HOURS: Record<DeviationRange, number | null> = {
  "24h": 24,
  "7d": 7 * 24,
  "30d": 30 * 24,
  all: null,
};

/** @throws AppError `forbidden` */
export async function inspectDeviation(
  actor: Actor,
  range: DeviationRange,
  now = new Date(),
): Promise<DeviationOverview> {
  const hours = RANGE_HOURS[range];
  const since = hours === null ? null : new Date(now.getTime() - hours * 3_600_000);
  const { moves, runs, withPlan, deviating, meanScore, withoutMoves } = await readDeviationMoves(
    actor,
    since,
  );
  const all = countMoves(moves);
  return {
    range,
    since: since?.toISOString() ?? null,
    runs,
    withPlan,
    deviating,
    meanScore,
    withoutMoves,
    moves: all.moves,
    deviatingMoves: all.deviatingMoves,
    classes: all.classes,
    tools: all.tools,
    agents: all.agents,
    steps: all.steps,
  };
}

/** Classes without a cost; they are not deviations. */
const IN_PLAN: ReadonlySet<DeviationClass> = new Set([
  "ok",
  "args_unverified",
  "pending",
  "not_reached",
  "needs_approval",
  "stopped",
]);

type MoveCounts = {
  moves: number;
  deviatingMoves: number;
  classes: ClassCount[];
  tools: DeviationEntries;
  agents: DeviationEntries;
  steps: DeviationEntries;
};

type Kind = DeviationEntry["type"];
type Tally = {
  name: string;
  type: Kind;
  stepId: string | null;
  moves: number;
  deviating: number;
  cost: number;
  classes: Map<DeviationClass, number>;
};

/** Counts the scored moves of many runs by tool, agent and step. */
function countMoves(counted: readonly CountedMove[]): MoveCounts {
  const all = newTally("", "action", null);
  const tools = new Map<string, Tally>();
  const agents = new Map<string, Tally>();
  const steps = new Map<string, Tally>();
  for (const move of counted) {
    const { type, target, agentId, stepId } = move;
    const classes = readClasses(move.class);
    const add = (tally: Tally) => addMove(tally, move, classes);
    add(all);
    if (type === "tool" && target !== null) add(tallyOf(tools, target, "tool", null));
    if (agentId !== null) add(tallyOf(agents, agentId, "agent", null));
    if (stepId !== null) add(tallyOf(steps, target ?? type, kindOf(type), stepId));
  }
  return {
    moves: all.moves,
    deviatingMoves: all.deviating,
    classes: sortClasses(all.classes),
    tools: toEntries(tools),
    agents: toEntries(agents),
    steps: toEntries(steps),
  };
}

/** Unknown names are left out. */
function readClasses(stored: unknown): DeviationClass[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((name) => DeviationClass.safeParse(name).data ?? []);
}

function kindOf(type: string): Kind {
  return type === "agent" || type === "tool" ? type : "action";
}

function newTally(name: string, type: Kind, stepId: string | null): Tally {
  return { name, type, stepId, moves: 0, deviating: 0, cost: 0, classes: new Map() };
}

function tallyOf(
  tallies: Map<string, Tally>,
  name: string,
  type: Kind,
  stepId: string | null,
): Tally {
  const key = JSON.stringify([stepId, type, name]);
  const tally = tallies.get(key) ?? newTally(name, type, stepId);
  tallies.set(key, tally);
  return tally;
}

function addMove(tally: Tally, { moves, cost }: CountedMove, classes: readonly DeviationClass[]) {
  const leaving = classes.filter((name) => !IN_PLAN.has(name));
  tally.moves += moves;
  tally.cost += cost;
  if (leaving.length > 0) tally.deviating += moves;
  for (const name of leaving) tally.classes.set(name, (tally.classes.get(name) ?? 0) + moves);
}

function sortClasses(classes: ReadonlyMap<DeviationClass, number>): ClassCount[] {
  const counts = [...classes].map(([name, moves]) => ({ class: name, moves }));
  return counts.sort((one, other) => other.moves - one.moves || (one.class < other.class ? -1 : 1));
}

/** Highest cost first, then most frequent, then by name. */
function toEntries(tallies: ReadonlyMap<string, Tally>): DeviationEntries {
  const entries = [...tallies.values()].map((tally): DeviationEntry => {
    const { name, type, stepId, moves, deviating, cost, classes } = tally;
    return { name, type, stepId, moves, deviating, cost, classes: sortClasses(classes) };
  });
  entries.sort(
    (one, other) =>
      other.cost - one.cost ||
      other.moves - one.moves ||
      (`${one.name} ${one.stepId}` < `${other.name} ${other.stepId}` ? -1 : 1),
  );
  return { shown: entries.slice(0, DEVIATION_ROWS_MAX), count: entries.length };
}
