import "server-only";
/** The trace of a run: hops and the work inside them. The same for every role, because it contains no payload. */
import { LRUCache } from "lru-cache";
import type { Actor } from "../../access/actor.ts";
import type { InspectedRun } from "../../contracts/inspector/run/inspected-run.ts";
import type { RunTrace } from "../../contracts/inspector/timeline/run-trace.ts";
import {
  type KnownTrace,
  readTrace,
  type StoredApproval,
} from "../../db/inspector/timeline/read-trace.ts";
import type { TraceRows } from "../../db/inspector/timeline/trace-rows.ts";
import { TRACES_CACHED_MAX } from "../limits.ts";
import { foldSpans } from "./fold-spans.ts";
import { linkSpans } from "./link-spans.ts";
import { toColumns } from "./to-columns.ts";

type TraceBody = Omit<RunTrace, "run" | "missingEvents">;

const KEY = Symbol.for("halfsilver.cachedTraces");
const store = globalThis as { [KEY]?: LRUCache<string, TraceBody> };

/** Traces of finished runs. Shared by all bundles of the server. */
function cachedTraces(): LRUCache<string, TraceBody> {
  store[KEY] ??= new LRUCache({ max: TRACES_CACHED_MAX });
  return store[KEY];
}

/**
 * @returns null where nothing has changed since `known`
 * @throws AppError `forbidden`, `not-found`
 */
export async function inspectTrace(
  actor: Actor,
  runId: string,
  known: KnownTrace | null,
): Promise<RunTrace | null> {
  const traces = cachedTraces();
  // Keep a reference: other requests may evict it from the cache before it is used.
  const found: { trace?: TraceBody } = {};
  const stored = await readTrace(actor, runId, known, (version) => {
    found.trace = traces.get(version);
    return found.trace !== undefined;
  });
  if (!stored) return null;
  const { run, version, shape, approvals, missing: missingEvents } = stored;
  if (!shape) return found.trace ? { run, missingEvents, ...found.trace } : null;
  const built = buildTrace(run, shape, approvals);
  // The trace of an active run changes soon, so it is not cached.
  if (run.status !== "running") traces.set(version, built);
  return { run, missingEvents, ...built };
}

export function buildTrace(
  run: Pick<InspectedRun, "status" | "startedAt">,
  { eventTypes, rows }: TraceRows,
  approvals: readonly StoredApproval[],
): TraceBody {
  // Executions are matched with a plan only if there is one.
  const hasPlan = "plan.made" in eventTypes;
  const matched = hasPlan ? rows : rows.filter(({ type }) => type !== "execution.recorded");
  const spans = foldSpans(matched, approvals, Date.parse(run.startedAt));
  const cuts = linkSpans(spans, run.status !== "running");
  return {
    eventCount: Object.values(eventTypes).reduce((sum, many) => sum + many, 0),
    eventTypes,
    hopCount: eventTypes["hop.started"] ?? 0,
    spanCount: spans.length,
    spans: toColumns(spans, cuts),
  };
}
