import "server-only";
/** The trace of a run: hops and the work inside them. The same for every role, because it holds no payload. */
import { LRUCache } from "lru-cache";
import type { Actor } from "../../access/actor.ts";
import type { InspectedRun } from "../../contracts/inspector/run/inspected-run.ts";
import type { RunTrace } from "../../contracts/inspector/timeline/run-trace.ts";
import {
  type KnownSkeleton,
  readTrace,
  type StoredApproval,
} from "../../db/inspector/timeline/read-trace.ts";
import type { StoredShape } from "../../db/inspector/timeline/trace-rows.ts";
import { foldSpans } from "./fold-spans.ts";
import { linkSpans } from "./link-spans.ts";
import { toColumns } from "./to-columns.ts";

type Shape = Omit<RunTrace, "run">;

/** A run with fifty thousand hops takes some megabytes. */
const SHAPES_MAX = 8;

const KEY = Symbol.for("halfsilver.rememberedShapes");
const store = globalThis as { [KEY]?: LRUCache<string, Shape> };

/** Shapes of finished runs. Shared by all bundles of the server. */
function rememberedShapes(): LRUCache<string, Shape> {
  store[KEY] ??= new LRUCache({ max: SHAPES_MAX });
  return store[KEY];
}

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
