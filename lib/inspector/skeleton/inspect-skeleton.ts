import "server-only";
/** A run's shape, for every operator alike: it holds nothing that was written. */
import type { Actor } from "../../access/actor.ts";
import type { RunSkeleton } from "../../contracts/run-skeleton.ts";
import {
  type KnownSkeleton,
  readSkeleton,
  type StoredSkeleton,
} from "../../db/inspector/read-skeleton.ts";
import { foldSpans } from "./fold-spans.ts";
import { linkSpans } from "./link-spans.ts";
import { toColumns } from "./to-columns.ts";

/**
 * @returns null where nothing has changed since `known`
 * @throws AppError `forbidden`, `not-found`
 */
export async function inspectSkeleton(
  actor: Actor,
  runId: string,
  known: KnownSkeleton | null,
): Promise<RunSkeleton | null> {
  const stored = await readSkeleton(actor, runId, known);
  return stored && buildSkeleton(stored);
}

export function buildSkeleton({ run, eventTypes, rows, approvals }: StoredSkeleton): RunSkeleton {
  // What was carried out is held against a plan where there was one.
  const hasPlan = "plan.made" in eventTypes;
  const shape = hasPlan ? rows : rows.filter(({ type }) => type !== "execution.recorded");
  const spans = foldSpans(shape, approvals, Date.parse(run.startedAt));
  const cuts = linkSpans(spans, run.status !== "running");
  return {
    run,
    eventCount: Object.values(eventTypes).reduce((sum, many) => sum + many, 0),
    eventTypes,
    hopCount: eventTypes["hop.started"] ?? 0,
    spanCount: spans.length,
    spans: toColumns(spans, cuts),
  };
}
