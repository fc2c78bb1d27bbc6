/**
 * Calls the model of one connection. A refusal that names a part of the request is remembered as a capability and the
 * call repeated without the part. Other failures are retried a limited number of times, and never after a first token. Where
 * the last one may be due to streaming, the call is made once more without it.
 */
import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type OpenAI from "openai";
import type { ProviderReply, SentPrompt } from "../contracts/model/adaptation.ts";
import type { CapabilityName } from "../contracts/model/capability.ts";
import { chooseAdaptations } from "./adapt/choose-adaptations.ts";
import { digestPrompt } from "./adapt/digest-prompt.ts";
import { type AnswerDraft, startDraft } from "./attempt/answer-draft.ts";
import { attemptModelCall, type StreamEnd } from "./attempt/attempt-model-call.ts";
import { buildCompletionBody, type CompletionBody } from "./attempt/build-completion-body.ts";
import { chooseNextAttempt } from "./attempt/choose-next-attempt.ts";
import { findFailure, toAnswer, toFailed } from "./attempt/judge-attempt.ts";
import type { Repeated } from "./attempt/wait-for-repetition.ts";
import type { ConnectionBreaker } from "./breaker/connection-breaker.ts";
import { type CapabilityTable, findMissing, type Missing, minuteOf } from "./capability-table.ts";
import { type ModelConnection, secretsOf } from "./connections/model-connection.ts";
import { costOfAnswer, usageOf } from "./connections/price-of.ts";
import { type ModelFailure, redactSecrets } from "./failures/model-failure.ts";
import { PROVIDER_TEXT_MAX_BYTES } from "./limits.ts";
import type { ModelListener, ModelReason, ModelRequest, ModelResult } from "./model-types.ts";
import { countCalls, placeIn } from "./opaque/send-back.ts";
import { noteStarted } from "./started-models.ts";
import { dataOf } from "./text-calls/echoed-calls.ts";
import { toToolset } from "./text-calls/written-call.ts";

export type ConnectionCall = {
  connection: ModelConnection;
  openai: OpenAI;
  table: CapabilityTable;
  breaker: ConnectionBreaker;
  maxAttempts: number;
  silenceMs: number;
  /** The connections that take over, one after another, if this one is away. */
  others: readonly ModelConnection[];
};

export type ConnectionResult = { result: ModelResult; isAway: boolean };

type Sending = { body: CompletionBody; sent: SentPrompt };

/** Never rejects because of a server or the network, only with what a listener throws. */
export async function callConnection(
  request: ModelRequest,
  listener: ModelListener | undefined,
  call: ConnectionCall,
): Promise<ConnectionResult> {
  const { signal } = request;
  const { connection, openai, breaker, maxAttempts, others } = call;
  const silenceMs = connection.timeouts.firstTokenMs ?? call.silenceMs;
  const laterSilenceMs = connection.timeouts.silenceMs ?? silenceMs;
  const startedAt = performance.now();
  let hasData = false;
  const onStart = () => {
    hasData = true;
    noteStarted(connection);
    listener?.onStart?.();
  };
  const onText = listener?.onText?.bind(listener);
  const stream = { openai, signal, onText, onStart, silenceMs, laterSilenceMs };
  const told = new Map<CapabilityName, boolean>();
  const by = request.turn?.runId ?? crypto.randomUUID();
  const endsAt = startedAt + timeOf(request, { ...call, silenceMs });
  const hasNext = others.length > 0;
  const repeated: Repeated = { failed: 0, generations: 0, loads: 0 };
  /** Why the last attempt with a stream failed; set once the call goes without one. */
  let ofStream: ModelFailure | null = null;
  let sending = prepare(request, call, told, by);
  for (let attempt = 1; ; ) {
    const { body } = sending;
    hasData = false;
    const draft = openDraft(call, request, sending);
    const beginsWithinMs = hasNext ? endsAt - performance.now() : undefined;
    const end: StreamEnd = signal.aborted
      ? { kind: "aborted" }
      : await attemptModelCall(draft, { ...stream, body, beginsWithinMs });
    const asked = { request, connection, sending, startedAt, attempts: attempt };
    const answer = answerOf(draft, asked, end.kind === "aborted");
    if (end.kind === "aborted")
      return { result: { ok: false, reason: "aborted", partial: answer }, isAway: false };
    const failure = findFailure(end, draft);
    if (!failure) {
      noteAnswer(call, request, { draft, body, ofStream, repeated, by, startedAt });
      return { result: { ok: true, answer }, isAway: false };
    }
    const missing = missingOf(failure, draft, body, told);
    if (missing) {
      for (const [name, holds] of foundBy(missing)) {
        told.set(name, holds);
        call.table.noteRefusal(connection, name, toFinding(failure, missing, holds, request), by);
      }
      report(listener, call, failure, { missing: missing.name, isAway: false });
      sending = prepare(request, call, told, by);
      continue;
    }
    const isOpen = draft.firstTokenAt === null;
    const { waitMs, wholeMs, cause, isAway, isLoading } = chooseNextAttempt(
      { end, failure, isStreamed: body.stream === true, hasData, isOpen, ofStream },
      repeated,
      { maxAttempts, leftMs: endsAt - performance.now(), hasNext },
    );
    if (!isLoading && cause === failure) breaker.noteFailure(connection.id, failure, request.turn);
    // Each look at a server that is loading would say the same.
    if (!isLoading || repeated.loads === 1)
      report(listener, call, failure, { missing: null, isAway });
    const pauseMs = waitMs ?? wholeMs;
    if (pauseMs === null) return { result: toFailed(cause, answer, secretsOf(connection)), isAway };
    if (wholeMs !== null) {
      ofStream = failure;
      told.set("streaming", false);
      sending = prepare(request, call, told, by);
    } else {
      listener?.onRetry?.({ attempt, reason: failure.reason, waitMs: pauseMs });
      attempt += 1;
    }
    // An abort ends the wait; the next iteration reports it.
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

type Asked = Pick<Parameters<typeof toAnswer>[1], "connection" | "startedAt" | "attempts"> & {
  request: ModelRequest;
  sending: Sending;
};

function answerOf(draft: AnswerDraft, asked: Asked, isAborted: boolean) {
  const { request, connection, sending, startedAt, attempts } = asked;
  const usage = usageOf(draft, sending.body, isAborted);
  return toAnswer(draft, {
    connection,
    startedAt,
    attempts,
    usage,
    sent: sending.sent,
    askedBy: [request.turn?.runId ?? "", request.agentId ?? ""],
    callsBefore: countCalls(request.messages),
    cost: costOfAnswer(connection, draft.model, usage),
  });
}

/**
 * The time of one connection until its answer begins. All that may still be asked have equal shares of what is left, so that a
 * silent one leaves the last of them time to answer.
 * @returns milliseconds; where nobody has said how long the call may take, one silence, if another connection takes over
 */
function timeOf({ leftMs }: ModelRequest, { others, silenceMs }: ConnectionCall): number {
  const left = leftMs?.() ?? Number.POSITIVE_INFINITY;
  if (Number.isFinite(left)) return left / (others.length + 1);
  return others.length > 0 ? silenceMs : left;
}

/**
 * @param told what the server has said in this call; it holds for this call, whatever is known of the server
 * @param by whose call it is
 */
function prepare(
  request: ModelRequest,
  { connection, table }: ConnectionCall,
  told: ReadonlyMap<CapabilityName, boolean>,
  by: string,
): Sending {
  const can = (name: CapabilityName) => told.get(name) ?? table.can(connection, name, by);
  const place = placeIn(request.messages, connection);
  const adaptations = chooseAdaptations(request, can, place);
  const { model, parameters } = connection;
  const body = buildCompletionBody(request, model, adaptations, parameters, place);
  return {
    body,
    sent: {
      connection: connection.id,
      adaptations,
      sha256: digestPrompt(request.messages, request.tools, adaptations, request.mark, place),
      ...(place === undefined ? {} : { place }),
    },
  };
}

/** Text is read for calls unless the server is known to report them. */
function openDraft(
  { connection, table }: ConnectionCall,
  request: ModelRequest,
  { sent: { adaptations } }: Sending,
): AnswerDraft {
  const isAsked = !adaptations.includes("no-tools");
  const isText = adaptations.includes("tools-as-text");
  const isNative = !isText && (table.of(connection)["native-tools"]?.holds ?? false);
  return startDraft({
    readFor: request.responseSchema ? "structure" : isNative ? "tokens" : "calls",
    tools: toToolset(isAsked ? request.tools : []),
    opensInReasoning: table.can(connection, "opens-in-reasoning"),
    data: () => dataOf(request),
  });
}

type Answered = {
  draft: AnswerDraft;
  body: CompletionBody;
  /** Why the last attempt with a stream failed, where the answer came without one. */
  ofStream: ModelFailure | null;
  repeated: Repeated;
  by: string;
  startedAt: number;
};

/** Learns from an answer what its server can do, if that is not known yet. */
function noteAnswer(
  { connection, breaker, table }: ConnectionCall,
  request: ModelRequest,
  { draft, body, ofStream, repeated, by, startedAt }: Answered,
): void {
  const { firstTokenAt, toolCalls, hasTextCalls } = draft;
  breaker.noteAnswer(connection.id, performance.now() - (firstTokenAt ?? startedAt));
  if (toolCalls.length > 0 && !table.of(connection)["native-tools"]) {
    const evidence = hasTextCalls ? "a call came as text" : "a call was reported";
    const at = new Date().toISOString();
    const finding = { value: null, source: "answer" as const, at, evidence };
    table.learn(connection, "native-tools", { ...finding, holds: !hasTextCalls });
  }
  // That it came only without a stream is evidence like a refusal that names streams. What failed once may be chance.
  if (ofStream && repeated.failed > 1 && firstTokenAt !== null) {
    const finding = toFinding(ofStream, { name: "streaming", instead: null }, false, request);
    table.noteRefusal(connection, "streaming", finding, by, performance.now() - startedAt);
  }
  table.noteAnswer(connection, body);
}

/** Only before the first token, and at most once per capability and call. */
function missingOf(
  failure: ModelFailure,
  draft: AnswerDraft,
  body: CompletionBody,
  told: ReadonlyMap<CapabilityName, boolean>,
): Missing | null {
  if (!failure.said || draft.firstTokenAt !== null || !maySpeakOfParts(failure)) return null;
  const { status, judged: text } = failure.said;
  const missing = findMissing({ status, text }, body);
  return missing && told.get(missing.name) !== false ? missing : null;
}

/** Other causes are certain, or quote what the model or the person wrote. */
function maySpeakOfParts({ reason, repeat }: ModelFailure): boolean {
  return (repeat === "never" || repeat === "again") && !OTHER_CAUSES.has(reason);
}

const OTHER_CAUSES: ReadonlySet<ModelReason> = new Set([
  "model-busy",
  "model-filtered",
  "model-limit-reached",
  "model-no-credit",
  "model-unauthorised",
]);

/** What a refusal says of the server: what it lacks, and what it has instead. */
function foundBy({ name, instead }: Missing): [CapabilityName, boolean][] {
  return instead
    ? [
        [name, false],
        [instead, true],
      ]
    : [[name, false]];
}

/** The server may have quoted the prompt: its words stand in the log of the run alone, which can be erased. */
function toFinding(
  { said }: ModelFailure,
  { name }: Missing,
  holds: boolean,
  { turn }: ModelRequest,
) {
  const now = new Date();
  const whose = turn ? `run ${turn.runId}` : "a call of no run";
  return {
    holds,
    value: null,
    source: "refusal" as const,
    at: now.toISOString(),
    evidence: `${said?.status ?? (said ? "an error in the stream" : "a stream without an event")} for a call with ${name} (${whose}, ${minuteOf(now)})`,
  };
}

function report(
  listener: ModelListener | undefined,
  { connection, others: [next] }: ConnectionCall,
  failure: ModelFailure,
  { missing, isAway }: { missing: CapabilityName | null; isAway: boolean },
): void {
  listener?.onRefusal?.({
    reply: toProviderReply(failure, connection),
    reason: failure.reason,
    missing,
    takesOver: isAway ? (next?.id ?? null) : null,
  });
}

/** What a provider said, as the log keeps it: cut to 2 KB, and without keys. */
function toProviderReply(
  { said, detail }: ModelFailure,
  connection: ModelConnection,
): ProviderReply {
  const { id, apiKey, keyName } = connection;
  return {
    connection: id,
    status: said?.status ?? null,
    code: said?.code ?? null,
    text: cutToBytes(redactSecrets(said?.text ?? detail, secretsOf(connection))),
    requestId: said?.requestId ?? null,
    keyName: apiKey === "" ? null : keyName,
  };
}

/** Whole characters only: a cut one decodes to a replacement character, which is dropped. */
function cutToBytes(text: string): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= PROVIDER_TEXT_MAX_BYTES) return text;
  return bytes
    .subarray(0, PROVIDER_TEXT_MAX_BYTES)
    .toString("utf8")
    .replace(/\uFFFD+$/, "");
}
