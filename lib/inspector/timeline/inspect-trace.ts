import "server-only";
/** A run's shape, for every operator alike: it holds nothing that was written. */
import type { Actor } from "../../access/actor.ts";
import type { InspectedRun } from "../../contracts/inspector/run/inspected-run.ts";
import type { RunTrace } from "../../contracts/inspector/timeline/run-trace.ts";
import {
  type KnownSkeleton,
  readTrace,
  type StoredApproval,
} from "../../db/inspector/timeline/read-skeleton.ts";
import type { StoredShape } from "../../db/inspector/timeline/skeleton-rows.ts";
import { foldSpans } from "./fold-spans.ts";
import { linkSpans } from "./link-spans.ts";
import { rememberedShapes, type Shape } from "./remembered-shapes.ts";
import { toColumns } from "./to-columns.ts";

/**
 * @returns null where nothing has changed since `known`
 * @throws AppError `forbidden`, `not-found`
 */
export async function inspectTrace(
  actor: Actor,
  runId: string,
  known: KnownSkeleton | null,
): Promise<RunTrace | null> {
  const shapes = rememberedShapes();
  // Held from the moment it is found: others may push it out of the memory meanwhile.
  const found: { shape?: Shape } = {};
  const stored = await readTrace(actor, runId, known, (version) => {
    found.shape = shapes.get(version);
    return found.shape !== undefined;
  });
  if (!stored) return null;
  const { run, version, shape, approvals } = stored;
  if (!shape) return found.shape ? { run, ...found.shape } : null;
  const built = buildShape(run, shape, approvals);
  // What goes on has another shape in a moment.
  if (run.status !== "running") shapes.set(version, built);
  return { run, ...built };
}

export function buildShape(
  run: Pick<InspectedRun, "status" | "startedAt">,
  { eventTypes, rows }: StoredShape,
  approvals: readonly StoredApproval[],
): Shape {
  // What was carried out is held against a plan where there was one.
  const hasPlan = "plan.made" in eventTypes;
  const shape = hasPlan ? rows : rows.filter(({ type }) => type !== "execution.recorded");
  const spans = foldSpans(shape, approvals, Date.parse(run.startedAt));
  const cuts = linkSpans(spans, run.status !== "running");
  return {
    eventCount: Object.values(eventTypes).reduce((sum, many) => sum + many, 0),
    eventTypes,
    hopCount: eventTypes["hop.started"] ?? 0,
    spanCount: spans.length,
    spans: toColumns(spans, cuts),
  };
}
