import "server-only";
/** Deviations of tools, agents and steps over a time range. */
import type { Actor } from "../../access/actor.ts";
import type {
  DeviationOverview,
  DeviationRange,
} from "../../contracts/inspector/deviation/deviation-overview.ts";
import { readDeviationMoves } from "../../db/inspector/deviation/read-deviation-moves.ts";
import { countMoves } from "./count-moves.ts";

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
