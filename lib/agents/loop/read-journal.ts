/** Reads the log of a run that another process began as the journal of the one that goes on. */
import "server-only";
import { canonicalJson } from "../../agent-state/canonical-digest.ts";
import type { LogEventBody, RecordedEvent } from "../../contracts/run/log-event.ts";
import type { RecordedAnswer, RunJournal } from "../../contracts/run/run-journal.ts";
import type { ModelAnswer, ModelReason, ModelResult } from "../../llm/model-types.ts";

/** In a log from before it was recorded. */
const NOT_KNOWN = { connection: "", adaptations: [], sha256: "" };

type Logged<Type extends LogEventBody["type"]> = Extract<LogEventBody, { type: Type }>;

/** A call that is made again may fail again: these are told each time. */
const NEVER_REPEATED = new Set<LogEventBody["type"]>(["model.retried", "model.refused"]);

/** @param recorded the log, in order */
export function readJournal(recorded: readonly RecordedEvent[]): RunJournal {
  const of = <Type extends LogEventBody["type"]>(type: Type) =>
    recorded.flatMap(({ body }) => (body.type === type ? [body as Logged<Type>] : []));
  const events = collect(
    recorded.filter(({ body }) => !NEVER_REPEATED.has(body.type)),
    ({ body }) => keyOf(body),
  );
  const hops = of("hop.started");
  const refs = collect(hops, hopKey);
  const answered = new Map(of("model.answered").map((body) => [body.callId, body]));
  const called = collect(of("tool.called"), ({ toolCallId }) => toolCallId);
  const calledAt = new Map(of("tool.called").map((body) => [body.hopRef, body]));
  const returned = new Map(of("tool.returned").map((body) => [body.hopRef, body]));
  const numbered = new Map(of("sources.numbered").map((body) => [body.hopRef, body.sources]));
  const parents = new Map(hops.map(({ hopRef, parentRef }) => [hopRef, parentRef]));
  const asked = askedBy(recorded, parents);

  /** A model's call of a tool is a hop below the hop that asked the model. Some servers use an id again in the next answer. */
  const toolCall = ({ hopRef, callId }: Logged<"model.answered">, toolCallId: string) =>
    called
      .get(toolCallId)
      ?.find((call) => parents.get(call.hopRef) === hopRef && asked.get(call.hopRef) === callId);
  return {
    repeated: (body) => events.get(keyOf(body))?.shift() ?? null,
    hopRef: (hop) => refs.get(hopKey(hop))?.shift()?.hopRef ?? null,
    lastHop: Math.max(0, ...hops.map(({ hopRef }) => Number(hopRef.slice(1)) || 0)),
    answer(callId) {
      const answer = answered.get(callId);
      // A call that was cut has no end of its own: it is made again.
      if (!answer || answer.outcome === "stopped") return null;
      const calls = answer.toolCallIds.map((id) => toolCall(answer, id));
      const toolCalls = calls.flatMap((call) => (call ? [toWritten(call)] : []));
      return toolCalls.length === calls.length ? { answered: answer, toolCalls } : null;
    },
    returned: (hopRef) => returned.get(hopRef) ?? null,
    called: (hopRef) => calledAt.get(hopRef) ?? null,
    recorded,
    left: () => [...events.values()].flat(),
    sources: (hopRef) => numbered.get(hopRef) ?? [],
  };
}

/** @returns for the hop of each tool call the model call that asked for it: the last one of its parent that had been answered */
function askedBy(
  recorded: readonly RecordedEvent[],
  parents: ReadonlyMap<string, string | null>,
): Map<string, string> {
  const answered = new Map<string | null | undefined, string>();
  const asked = new Map<string, string>();
  for (const { body } of recorded) {
    if (body.type === "model.answered") answered.set(body.hopRef, body.callId);
    if (body.type !== "tool.called") continue;
    const callId = answered.get(parents.get(body.hopRef));
    if (callId) asked.set(body.hopRef, callId);
  }
  return asked;
}

/** The call as the model reads it in later prompts. */
function toWritten({
  toolCallId,
  tool,
  arguments: clean,
  argumentsText,
}: Logged<"tool.called">): RecordedAnswer["toolCalls"][number] {
  const name = tool.replace(/@[^@]*$/, "");
  return { id: toolCallId, name, arguments: argumentsText ?? canonicalJson(clean, "arguments") };
}

function hopKey({ kind, nodeId, parentRef }: Parameters<RunJournal["hopRef"]>[0]): string {
  return JSON.stringify([kind, nodeId, parentRef]);
}

/** What tells an event from others of its type: where it happened, and what it is about. */
function keyOf(body: LogEventBody): string {
  const { type, hopRef, callId, toolCallId, agentId, ordinal, code, action } = body as Partial<
    Record<string, unknown>
  >;
  return JSON.stringify([type, hopRef, callId, toolCallId, agentId, ordinal, code, action]);
}

function collect<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

/**
 * The result of a model call that is on record. Its text is written again; its cost is counted once.
 */
export function answerAgain(
  { answered, toolCalls }: RecordedAnswer,
  onText?: (text: string) => void,
): ModelResult {
  if (answered.text !== "") onText?.(answered.text);
  const { text, model, finishReason, firstTokenMs, durationMs, attempts } = answered;
  const answer: ModelAnswer = {
    text,
    model,
    finishReason,
    firstTokenMs,
    durationMs,
    attempts,
    toolCalls,
    ...(answered.opaque ? { opaque: answered.opaque } : {}),
    reasoning: answered.reasoning ?? "",
    shortfall: answered.shortfall ?? null,
    ...(answered.callsInText ? { callsInText: true as const } : {}),
    ...(answered.leftOut ? { leftOut: answered.leftOut } : {}),
    usage: {
      inputTokens: answered.inputTokens,
      outputTokens: answered.outputTokens,
      reasoningTokens: answered.reasoningTokens ?? 0,
      ...(answered.usageEstimated ? { isEstimated: true as const } : {}),
    },
    cost: {
      cost: answered.cost ?? null,
      ...(answered.costUnknown ? { costUnknown: answered.costUnknown } : {}),
    },
    sent: answered.sent ?? NOT_KNOWN,
  };
  if (answered.outcome === "ok") return { ok: true, answer };
  if (answered.outcome !== "failed") return { ok: false, reason: "aborted", partial: answer };
  const reason = answered.reason as ModelReason;
  return { ok: false, reason, detail: "on record", partial: answer };
}
