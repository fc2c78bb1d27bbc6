/** Reads the overview of runs over time: figures only, no text. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type {
  Overview,
  OverviewFigures,
  OverviewQuery,
  OverviewRange,
} from "../../../contracts/inspector/runs-overview.ts";
import { recordListRead } from "../record-reads.ts";
import {
  bucketsOf,
  type LatencyRow,
  type RunFiguresRow,
  type StateFiguresRow,
  selectFirstStart,
  selectLatencies,
  selectRunFigures,
  selectStateFigures,
} from "./overview-sql.ts";

/** @throws AppError `forbidden` without `run:list`, `audit-unavailable` where the read cannot be recorded */
export async function readOverview(
  actor: Actor,
  query: OverviewQuery,
  now = new Date(),
): Promise<Overview> {
  assertCan(actor, "run:list");
  await recordListRead(actor, "overview.read");
  const { offset } = query;
  const range = query.range ?? (await shortestRange(offset, now));
  const buckets = bucketsOf({ range, offset }, now);
  const { from, to, widthMs, count } = buckets;
  const whole = { ...buckets, widthMs: widthMs * count, count: 1 };
  const [runs, latencies, [latency], states, [state]] = await Promise.all([
    selectRunFigures(buckets).execute(),
    selectLatencies(buckets).execute(),
    selectLatencies(whole).execute(),
    selectStateFigures(buckets).execute(),
    selectStateFigures(whole).execute(),
  ]);
  const moment = (index: number) => new Date(from.getTime() + index * widthMs).toISOString();
  return {
    range,
    from: from.toISOString(),
    to: to.toISOString(),
    total: toFigures(runs, latency, state),
    buckets: Array.from({ length: count }, (_, index) => ({
      from: moment(index),
      to: moment(index + 1),
      ...toFigures(
        runs.filter(({ bucket }) => bucket === index),
        latencies.find(({ bucket }) => bucket === index),
        states.find(({ bucket }) => bucket === index),
      ),
    })),
  };
}

/** An hour where every run of the last day began in it, otherwise a day: young data is not one bar at an edge. */
async function shortestRange(offset: number, now: Date): Promise<OverviewRange> {
  const hour = bucketsOf({ range: "1h", offset }, now);
  const row = await selectFirstStart(bucketsOf({ range: "24h", offset }, now)).executeTakeFirst();
  const first = row?.started_at;
  return first && first >= hour.from ? "1h" : "24h";
}

/** @param runs the figures of the buckets to add up */
function toFigures(
  runs: readonly RunFiguresRow[],
  latency: LatencyRow | undefined,
  state: StateFiguresRow | undefined,
): OverviewFigures {
  const sumOf = (figure: (row: RunFiguresRow) => number) =>
    runs.reduce((sum, row) => sum + figure(row), 0);
  const [p50 = null, p95 = null, p99 = null] = latency?.latency ?? [];
  const planned = sumOf((run) => run.planned);
  return {
    runs: sumOf((run) => run.runs),
    running: sumOf((run) => run.running),
    complete: sumOf((run) => run.complete),
    stopped: sumOf((run) => run.stopped),
    empty: sumOf((run) => run.empty),
    failed: sumOf((run) => run.failed),
    interrupted: sumOf((run) => run.interrupted),
    denied: sumOf((run) => run.denied),
    wouldDeny: sumOf((run) => run.would_deny),
    needsApproval: sumOf((run) => run.needs_approval),
    waiting: sumOf((run) => run.waiting),
    approved: sumOf((run) => run.approved),
    declined: sumOf((run) => run.declined),
    planned,
    deviation: planned === 0 ? null : sumOf((run) => run.deviation) / planned,
    highDeviation: sumOf((run) => run.high_deviation),
    blocked: sumOf((run) => run.blocked),
    liked: sumOf((run) => run.liked),
    disliked: sumOf((run) => run.disliked),
    inputTokens: sumOf((run) => run.input_tokens),
    outputTokens: sumOf((run) => run.output_tokens),
    cost: runs.some(({ cost }) => cost !== null) ? sumOf((run) => run.cost ?? 0) : null,
    noPrice: sumOf((run) => run.no_price),
    unknownCost: sumOf((run) => run.unknown_cost),
    p50,
    p95,
    p99,
    states: state?.states ?? 0,
    stateMedianBytes: state?.median_bytes ?? null,
    stateLargestBytes: state?.largest_bytes ?? null,
  };
}
