/** A run's model calls in order. The visible answer is the only text in it. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import type {
  CallSummary,
  CallsQuery,
  RunCalls,
  TitleCall,
} from "../../contracts/inspector/run/call-inspection.ts";
import { tellEnd } from "../../contracts/model/finish-reasons.ts";
import type { LoggedEvent } from "../../db/inspector/model-calls/read-call-events.ts";
import { readCallList, readTitleCall } from "../../db/inspector/model-calls/read-calls.ts";
import { type ModelPrices, priceIn } from "../../env/model-prices.ts";
import { settings } from "../../env/settings.ts";
import { type PayloadAccess, payloadAccessOf } from "../payload-access.ts";
import { readServiceClock, type ServiceClock } from "../timeline/service-clock.ts";
import { toDigest, toOrigin, toSize } from "../to-payload.ts";
import type { PromptRecipes } from "./prompt-recipes.ts";
import { type Logged, readLogged } from "./rebuild-material.ts";

/**
 * @param decided by who reads a run in several steps, for all of them
 * @throws AppError `forbidden`, `not-found`
 */
export async function inspectCalls(
  actor: Actor,
  runId: string,
  query: CallsQuery,
  recipes: Pick<PromptRecipes, "allows">,
  decided?: PayloadAccess,
): Promise<RunCalls> {
  const access = decided ?? (await payloadAccessOf(actor, { runIds: [runId] }));
  const [stored, titleCall] = await Promise.all([
    readCallList(actor, runId, query),
    readTitleCall(actor, runId),
  ]);
  const { run, total, matching, hasMore, answer } = stored;
  return {
    calls: summariseCalls(stored.called, stored.sequels, Date.parse(run.startedAt), {
      recipes,
      access,
    }),
    total,
    matching,
    hasMore,
    stopped: stored.stopped.flatMap(readLogged).flatMap(({ seq, body }) => {
      if (body.type !== "policy.violated") return [];
      const { hopRef, agentId, rule, segment } = body;
      return [{ seq, hopRef, agentId, rule, segment }];
    }),
    answer: access.level === "all-masked" ? "" : answer,
    isRunning: run.status === "running",
    titleCall: titleCall && hideTitleCall(titleCall, access),
  };
}

/** A title's call has no log, and its manifest is told as that of a logged call. */
function hideTitleCall(call: TitleCall, access: PayloadAccess): TitleCall {
  const { manifest } = call;
  return {
    ...call,
    manifest: {
      ...manifest,
      segments: manifest.segments.map((segment) => ({
        ...segment,
        ...(segment.origins && {
          origins: segment.origins.map((origin) => toOrigin(origin, access)),
        }),
        sha256: toDigest(segment.sha256, access),
        bytes: toSize(segment.bytes, access),
      })),
      promptSha256: toDigest(manifest.promptSha256, access),
      bytes: toSize(manifest.bytes, access),
    },
  };
}

type Sequel =
  | Logged<"model.answered">
  | Logged<"model.retried">
  | Logged<"hop.started">
  | Logged<"hop.ended">;

/** Events with a call's id belong to that call, up to the next call with the same id. */
export function summariseCalls(
  called: readonly LoggedEvent[],
  sequels: readonly LoggedEvent[],
  startedMs: number,
  { recipes, access }: { recipes: Pick<PromptRecipes, "allows">; access: PayloadAccess },
): CallSummary[] {
  const calls = called.flatMap(readLogged).filter(isCalled);
  const after = sequels.flatMap(readLogged) as Sequel[];
  const byCall = Map.groupBy(after, ({ body }) => ("callId" in body ? body.callId : ""));
  const hops = new Map(
    after.flatMap(({ body }) => (body.type === "hop.started" ? [[body.hopRef, body]] : [])),
  );
  const clocks = readClocks(calls, after, startedMs);
  return calls.flatMap((event) => {
    const { seq, body } = event;
    const { callId, hopRef, round, manifest } = body;
    const next = calls.find(
      (other) =>
        other.seq > seq && other.body.type === "model.called" && other.body.callId === callId,
    );
    const own = (byCall.get(callId) ?? []).filter(
      (sequel) => sequel.seq > seq && sequel.seq < (next?.seq ?? Number.POSITIVE_INFINITY),
    );
    const hop = hops.get(hopRef);
    return [
      {
        seq,
        callId,
        hopRef,
        hop: hop ? { kind: hop.kind, nodeId: hop.nodeId } : null,
        round,
        agentId: manifest.agentId,
        memoryPolicy: manifest.memoryPolicy,
        ...startOf(event, clocks.get(hopRef), startedMs),
        segments: manifest.segments.length,
        bytes: toSize(manifest.bytes, access),
        trust: manifest.trust ?? null,
        allowed: manifest.segments.every((segment) => isAllowed(manifest, segment, recipes)),
        retries: own.flatMap(toRetry),
        answered:
          own.map((sequel) => toAnswered(sequel, access)).find((answered) => answered !== null) ??
          null,
      },
    ];
  });
}

function isCalled(event: ReturnType<typeof readLogged>[number]): event is Logged<"model.called"> {
  return event.body.type === "model.called";
}

/** A call inside a service began by the service's clock; its event arrived with the service's report. */
function startOf(
  { at, body }: Logged<"model.called">,
  clock: HopClock | undefined,
  startedMs: number,
): Pick<CallSummary, "startMs" | "clockDisagrees"> {
  if (!clock || body.serviceMs === undefined) {
    return { startMs: Math.max(0, at.getTime() - startedMs), clockDisagrees: false };
  }
  const { hopStartMs, offsetMs, scale, disagrees } = clock;
  const startMs = Math.max(0, hopStartMs + offsetMs + body.serviceMs * scale);
  return { startMs, clockDisagrees: disagrees !== null };
}

type HopClock = ServiceClock & { hopStartMs: number };

/** The clock of each service's hop that has ended, from its two ends and the calls inside it. */
function readClocks(
  calls: readonly Logged<"model.called">[],
  sequels: readonly Sequel[],
  startedMs: number,
): Map<string, HopClock> {
  const clocks = new Map<string, HopClock>();
  for (const { body: ended } of sequels) {
    if (ended.type !== "hop.ended" || ended.serviceMs === undefined) continue;
    const { hopRef, durationMs, serviceMs: saidMs } = ended;
    const start = sequels.find(({ body }) => body.type === "hop.started" && body.hopRef === hopRef);
    if (!start) continue;
    const ends = calls.flatMap(({ body: { callId, serviceMs = 0, ...call } }) => {
      const answer = sequels.find(
        ({ body }) => body.type === "model.answered" && body.callId === callId,
      );
      if (call.hopRef !== hopRef || answer?.body.type !== "model.answered") return [];
      return [serviceMs + answer.body.durationMs];
    });
    const clock = readServiceClock(durationMs, saidMs, Math.max(saidMs, ...ends));
    clocks.set(hopRef, { ...clock, hopStartMs: start.at.getTime() - startedMs });
  }
  return clocks;
}

/** As the assembler decides it. */
export function isAllowed(
  { agentId, memoryPolicy }: Logged<"model.called">["body"]["manifest"],
  segment: { kind: Parameters<PromptRecipes["allows"]>[1]; agentId: string },
  recipes: Pick<PromptRecipes, "allows">,
): boolean {
  return segment.agentId === agentId && recipes.allows(memoryPolicy, segment.kind);
}

function toRetry({ seq, body }: Sequel): CallSummary["retries"] {
  if (body.type !== "model.retried") return [];
  const { attempt, reason, waitMs } = body;
  return [{ seq, attempt, reason, waitMs }];
}

function toAnswered({ seq, body }: Sequel, access: PayloadAccess): CallSummary["answered"] {
  if (body.type !== "model.answered") return null;
  const { model, outcome, reason, finishReason, inputTokens, outputTokens } = body;
  const { firstTokenMs, durationMs, attempts, text, toolCallIds } = body;
  return {
    seq,
    model,
    outcome,
    reason,
    finishReason: tellEnd(finishReason),
    inputTokens,
    outputTokens,
    firstTokenMs,
    durationMs,
    attempts,
    cost: body.cost === undefined ? costOfCall(body) : body.cost,
    costUnknown: body.costUnknown ?? null,
    usageEstimated: body.usageEstimated ?? false,
    textBytes: toSize(Buffer.byteLength(text), access),
    toolCalls: toolCallIds.length,
  };
}

/**
 * The cost of a model call whose log does not have it, by the setting MODEL_PRICES of now.
 * @returns null where the model has no price, or no usage was reported: a call that was cut is not free
 */
export function costOfCall(
  {
    model,
    inputTokens,
    outputTokens,
  }: { model: string; inputTokens: number; outputTokens: number },
  prices: ModelPrices = settings().MODEL_PRICES,
): number | null {
  const price = priceIn(prices, model);
  if (!price || inputTokens + outputTokens === 0) return null;
  return (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}
