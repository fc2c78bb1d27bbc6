import "server-only";
/** How runs have been going, over time: figures of rows, nothing that anybody wrote. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { Overview, OverviewFigures, OverviewQuery } from "../../contracts/overview.ts";
import { db } from "../client.ts";
import { bucketsOf } from "./overview-buckets.ts";
import {
  type RunFiguresRow,
  type StateFiguresRow,
  selectRunFigures,
  selectStateFigures,
} from "./overview-sql.ts";

/** @throws AppError `forbidden` without `run:list` */
export async function readOverview(
  actor: Actor,
  query: OverviewQuery,
  now = new Date(),
): Promise<Overview> {
  assertCan(actor, "run:list");
  const buckets = bucketsOf(query, now);
  const [runs, states] = await Promise.all([
    db().$queryRaw<RunFiguresRow[]>(selectRunFigures(buckets)),
    db().$queryRaw<StateFiguresRow[]>(selectStateFigures(buckets)),
  ]);
  const runsOf = new Map(runs.map((row) => [row.bucket, row]));
  const statesOf = new Map(states.map((row) => [row.bucket, row]));
  const moment = (index: number) =>
    new Date(buckets.from.getTime() + index * buckets.widthMs).toISOString();
  return {
    range: query.range,
    from: buckets.from.toISOString(),
    to: buckets.to.toISOString(),
    total: toFigures(runsOf.get(null), statesOf.get(null)),
    buckets: Array.from({ length: buckets.count }, (_, index) => ({
      from: moment(index),
      to: moment(index + 1),
      ...toFigures(runsOf.get(index), statesOf.get(index)),
    })),
  };
}

function toFigures(
  run: RunFiguresRow | undefined,
  state: StateFiguresRow | undefined,
): OverviewFigures {
  const [p50 = null, p95 = null, p99 = null] = run?.latency ?? [];
  return {
    runs: run?.runs ?? 0,
    running: run?.running ?? 0,
    complete: run?.complete ?? 0,
    stopped: run?.stopped ?? 0,
    empty: run?.empty ?? 0,
    failed: run?.failed ?? 0,
    interrupted: run?.interrupted ?? 0,
    denied: run?.denied ?? 0,
    wouldDeny: run?.would_deny ?? 0,
    needsApproval: run?.needs_approval ?? 0,
    planned: run?.planned ?? 0,
    deviation: run?.deviation ?? null,
    highDeviation: run?.high_deviation ?? 0,
    inputTokens: run?.input_tokens ?? 0,
    outputTokens: run?.output_tokens ?? 0,
    cost: run?.cost ?? null,
    unpriced: run?.unpriced ?? 0,
    p50,
    p95,
    p99,
    states: state?.states ?? 0,
    stateMedianBytes: state?.median_bytes ?? null,
    stateLargestBytes: state?.largest_bytes ?? null,
  };
}
