/** Makes one model call under the agent's memory policy and records its manifest, answer and figures. */
import "server-only";
import { citedNumbers } from "../../contracts/public/sources/cited-numbers.ts";
import type { LoggedFile } from "../../contracts/run/logged-turn.ts";
import type { RunFigures, RunPorts } from "../../contracts/run/run-work.ts";
import { keepableParts } from "../../hidden-state/mask-messages.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type {
  ModelAnswer,
  ModelListener,
  ModelRequest,
  ModelResult,
  ModelTool,
} from "../../llm/model-types.ts";
import { log } from "../../log/log.ts";
import * as words from "../../messages/answers.ts";
import { type AssembledPrompt, assemblePrompt } from "../../prompt/assemble-prompt.ts";
import { fitContext, PRUNABLE } from "../../prompt/fit-context.ts";
import { hidePrompt } from "../../prompt/hide-prompt.ts";
import type { MemoryPolicy } from "../../prompt/memory-policies.ts";
import { firstAsked, hasStarted, promptModel } from "../../prompt/prompt-model.ts";
import type { Segment } from "../../prompt/segment.ts";
import { pictureOfAddress } from "../../tools/picture-rewrite/picture-of-address.ts";
import { mayLink } from "../foreign/links/may-link.ts";
import { textsOf } from "../foreign/prompt-texts.ts";
import { MODEL_STARTING_TOLD_MS, REASONING_MAX_CHARS } from "../limits.ts";
import type { RunSources } from "../run-sources.ts";
import { goOn } from "./join-rest.ts";
import type { LoopEnd } from "./loop-types.ts";
import { answerAgain } from "./read-journal.ts";

export type Question = {
  agentId: string;
  memoryPolicy: MemoryPolicy;
  hopRef: string;
  /** Counts from 1 within the hop. */
  round: number;
  segments: readonly Segment[];
  tools: readonly ModelTool[];
  figures: RunFigures;
  ports: Pick<
    RunPorts,
    | "appendEvent"
    | "emitStatus"
    | "overBudget"
    | "chosenModel"
    | "journal"
    | "turn"
    | "clock"
    | "keepFiles"
    | "glass"
  >;
  signal: AbortSignal;
  /** The time limit of this work, which its calls share; null where it has that of the turn alone. */
  limit: AbortSignal | null;
  onText?: (text: string) => void;
  /** The text so far; the new text is joined to it without a gap. */
  soFar?: string | null;
  onPrompt?: (segments: readonly Segment[], tools: readonly ModelTool[]) => void;
  /** True for the second try of a request that was too long. */
  isPruned?: boolean;
  /** The connection that takes over, for which the prompt is made anew. */
  from?: string;
  /** Hears which segments are left where the request was too long for the model. */
  onPruned?: (segments: readonly Segment[]) => void;
  /** Checks what the answer cites against the numbers in the prompt. Absent: it is not an answer for a person. */
  citations?: { sources: RunSources; given: Set<number> };
  options?: Pick<ModelRequest, "responseSchema" | "needsTools">;
};

type Refusal = Parameters<NonNullable<ModelListener["onRefusal"]>>[0];

export type Asked =
  | ModelResult
  | { ok: false; reason: "policy-violation" | "budget-spent-today" | "budget-spent-this-month" };

/**
 * @returns the model's result; `policy-violation`, which is recorded, if a segment is not allowed; the code of a budget
 *   that is spent
 */
export async function askModel(asked: Question): Promise<Asked> {
  // The caller's list may be cut while the call runs.
  const whole = { ...asked, segments: [...asked.segments] };
  const room = withRoom(whole);
  const text =
    asked.onText &&
    goOn(asked.soFar ?? "", asked.onText, (address) => mayLink(address, textsOf(room.segments)));
  const question = { ...room, onText: text?.write };
  const { agentId, hopRef, round, ports, figures } = question;
  const assembled = assemblePrompt(question);
  if (!assembled.ok) {
    const { kind, source } = assembled.segment;
    const rule = question.memoryPolicy;
    const segment = `${kind} from ${source}`;
    ports.appendEvent({ type: "policy.violated", hopRef, agentId, rule, segment });
    return { ok: false, reason: "policy-violation" };
  }
  const overBudget = ports.overBudget?.();
  if (overBudget) return { ok: false, reason: overBudget };
  question.onPrompt?.(question.segments, question.tools);
  if (ports.glass)
    hidePrompt(
      ports.glass,
      assembled.prompt,
      question.segments,
      question.options?.responseSchema?.schema,
    );
  const callId = `${hopRef}.m${round}`;
  const { manifest } = assembled.prompt;
  ports.appendEvent({ type: "model.called", hopRef, callId, round, manifest });
  figures.modelCalls += 1;
  const known = ports.journal?.answer(callId);
  const answered = known
    ? answerAgain(known, question.onText)
    : keepParts(await promptOnce(question, callId, assembled.prompt));
  const result = await keepPictures(question, citePages(question, answered));
  text?.end();
  recordAnswer(question, callId, result);
  if ("handsOver" in result && result.handsOver)
    return askModel({ ...whole, from: result.handsOver });
  if (!result.ok && result.reason === "request-too-long") {
    return (await askWithLess({ ...question, onText: asked.onText })) ?? result;
  }
  return result;
}

/**
 * The pages that the server names beside its answer are sources of it, also where the text has no number of theirs: then the
 * numbers stand at its end. In a run that is gone through again they stand in the recorded text already.
 */
function citePages({ hopRef, ports, citations, onText }: Question, result: ModelResult) {
  if (!result.ok || !citations || result.answer.toolCalls.length > 0) return result;
  const { sources, given } = citations;
  const known = ports.journal?.sources(hopRef) ?? [];
  sources.keep(known);
  const { text, annotations = [] } = result.answer;
  const pages = annotations.map((page) => ({ kind: "page" as const, ...page }));
  const isCiting = pages.length > 0 && text.trim() !== "";
  const numbered = isCiting ? sources.number(pages) : [...known];
  if (numbered.length === 0) return result;
  ports.appendEvent({ type: "sources.numbered", hopRef, sources: numbered });
  const numbers = numbered.map(({ number }) => number);
  for (const number of numbers) given.add(number);
  const cited = citedNumbers(text);
  const missing = numbers.filter((number) => !cited.includes(number));
  if (missing.length === 0) return result;
  // Behind a table, a list or code, the numbers would become part of it.
  const isBlock = /^\s*(?:[|>`~]|[-*+] |\d+[.)] )/.test(text.trimEnd().split("\n").at(-1) ?? "");
  const marks = (isBlock ? "\n\n" : " ") + missing.map((number) => `[${number}]`).join(" ");
  onText?.(marks);
  return { ok: true as const, answer: { ...result.answer, text: text + marks } };
}

/**
 * Pictures of an answer become files of it, before the answer is on record. An answer of pictures alone gets a sentence. One at an
 * address of the web is not fetched: the person gets its address.
 */
async function keepPictures(question: Question, result: ModelResult): Promise<ModelResult> {
  const { hopRef, ports, signal, citations, onText } = question;
  const { pictures: all = [], toolCalls = [], text = "" } = result.ok ? result.answer : {};
  if (!result.ok || all.length === 0 || toolCalls.length > 0) return result;
  const pictures = all.filter((one) => !isElsewhere(one));
  // What stands in the text already is a link, or a picture that the page does not load.
  const elsewhere = all.filter((one) => isElsewhere(one) && !text.includes(one));
  if (!citations || !ports.keepFiles) return result;
  let kept: LoggedFile[] = [];
  try {
    const who = { person: ports.turn?.userId ?? hopRef, signal };
    const made = await Promise.all(
      pictures.map((one, index) => pictureOfAddress(one, `picture-${index + 1}`, who)),
    );
    const whole = made.filter((picture) => picture !== null);
    if (whole.length > 0) kept = await ports.keepFiles(whole, hopRef);
  } catch (error) {
    log().warn({ runId: ports.turn?.runId, err: error }, "pictures of an answer could not be kept");
  }
  if (kept.length > 0) {
    const files = kept.map(({ alt: _, createdAt: __, ...file }) => file);
    ports.appendEvent({ type: "documents.kept", files });
  }
  const count = kept.length;
  const said = [
    ...(count > 0 && text.trim() === "" ? [words.pictureMade({ count })] : []),
    ...(count < pictures.length ? [words.pictureNotKept()] : []),
    ...elsewhere.map((one) => words.pictureElsewhere({ address: new URL(one).href })),
  ].join(" ");
  if (said === "") return result;
  const more = text.trim() === "" ? said : `\n\n${said}`;
  onText?.(more);
  return { ok: true, answer: { ...result.answer, text: text + more } };
}

function isElsewhere(address: string): boolean {
  return /^https?:/i.test(address);
}

/** What the server needs back is kept unaltered or not at all. */
function keepParts(result: ModelResult): ModelResult {
  if (!result.ok || !result.answer.opaque) return result;
  const opaque = keepableParts(result.answer.opaque);
  return { ok: true, answer: { ...result.answer, opaque } };
}

async function promptOnce(
  question: FittedQuestion,
  callId: string,
  prompt: AssembledPrompt,
): Promise<ModelResult> {
  const { agentId, hopRef, ports } = question;
  const wait = tellOfStart(question);
  const queue = tellOfQueue(question, callId);
  wait.begin();
  const result = await promptModel(prompt, question.signal, {
    agentId,
    chosenModel: ports.chosenModel,
    turn: ports.turn,
    leftMs: () => ports.clock.leftMs(question.limit),
    ...(question.from === undefined ? {} : { from: question.from }),
    isFor: question.isFor,
    listener: {
      onText: question.onText,
      onQueue(position) {
        // Who waits for a place has not asked the model yet.
        if (position === null) wait.begin();
        else wait.end();
        queue.tell(position);
      },
      onStart: wait.end,
      onRetry: (retry) => ports.appendEvent({ type: "model.retried", hopRef, callId, ...retry }),
      onRefusal: (refusal) => {
        warn(refusal);
        ports.appendEvent({ type: "model.refused", hopRef, callId, ...refusal });
      },
    },
    ...question.options,
  });
  wait.end();
  queue.end();
  return result;
}

type FittedQuestion = Question & { isFor(connection: string): boolean };

/**
 * Some servers cut a long prompt without a word, so it is fitted to the connection's context first. Each connection has its
 * own, smaller or larger, so the next round, and the one that takes over, begin with all that is remembered.
 */
function withRoom(question: Question): FittedQuestion {
  const { agentId, segments, tools, ports } = question;
  const leftFor = (connection: string | null) => fitContext({ connection, segments, tools });
  const first = question.from ?? firstAsked(agentId, ports.chosenModel);
  const fitted = leftFor(first);
  const left = fitted?.left ?? segments;
  const isFor = (connection: string) =>
    connection === first || (leftFor(connection)?.left ?? segments).length === left.length;
  if (fitted)
    ports.appendEvent({ type: "run.noted", code: "exchanges-pruned", detail: fitted.detail });
  return { ...question, segments: left, isFor };
}

/** Repeats a call that was too long, once, without the older half of the remembered exchanges. */
async function askWithLess(question: Question): Promise<Asked | null> {
  const { segments, onPruned, ports } = question;
  const old = segments.filter(({ entry }) => PRUNABLE.has(entry.kind));
  if (old.length === 0 || question.isPruned) return null;
  const dropped = new Set(old.slice(0, Math.ceil(old.length / 2)));
  const left = segments.filter((segment) => !dropped.has(segment));
  const detail = `${dropped.size} of ${old.length}`;
  ports.appendEvent({ type: "run.noted", code: "exchanges-pruned", detail });
  onPruned?.(left);
  return askModel({ ...question, segments: left, isPruned: true });
}

/** The person learns that the model is starting where it has not answered lately and lets them wait. */
function tellOfStart({ agentId, ports }: Question): { begin(): void; end(): void } {
  let isTold = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      if (hasStarted(agentId, ports.chosenModel)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        isTold = true;
        ports.emitStatus("starting");
      }, MODEL_STARTING_TOLD_MS);
    },
    end() {
      clearTimeout(timer);
      if (isTold) ports.emitStatus("thinking");
      isTold = false;
    },
  };
}

/** The person learns their position in the queue, and no time limit goes on while they wait. */
function tellOfQueue({ ports, hopRef }: Question, callId: string) {
  let wait: { position: number; since: number; goOn: () => void } | null = null;
  const end = () => {
    if (!wait) return;
    const { position, since, goOn } = wait;
    wait = null;
    goOn();
    const waitMs = Math.round(performance.now() - since);
    ports.appendEvent({ type: "model.queued", hopRef, callId, position, waitMs });
  };
  return {
    tell(position: number | null) {
      if (position === null) {
        end();
        ports.emitStatus("thinking");
        return;
      }
      wait ??= { position, since: performance.now(), goOn: ports.clock.pause() };
      ports.emitStatus("queued", position);
    },
    end,
  };
}

const SHORTFALLS = {
  length: "answer-truncated",
  filtered: "answer-filtered",
  declined: "answer-declined",
  unknown: "answer-incomplete",
} as const;

/** @param text all that the person sees of the answer */
export function endOfAnswer({ shortfall, opaque, ...own }: ModelAnswer, text: string): LoopEnd {
  if (text.trim() === "") return { kind: "empty" };
  return {
    kind: "answered",
    ...(shortfall ? { shortfall: SHORTFALLS[shortfall] } : {}),
    // Beside this text alone: of an answer in several parts it belongs to the last one.
    ...(opaque && own.text === text ? { opaque } : {}),
  };
}

/** Without the provider's text, which may quote the prompt, and without a code or an id that is more than one word. */
function warn({ reply, reason, missing, takesOver }: Refusal): void {
  const { text: _, code, requestId, ...origin } = reply;
  log().warn(
    { ...origin, code: oneWord(code), requestId: oneWord(requestId), reason, missing, takesOver },
    "the model's server refused or failed a call",
  );
}

function oneWord(said: string | null): string | null {
  return said !== null && /^[\w.:-]{1,100}$/.test(said) ? said : null;
}

function recordAnswer(question: Question, callId: string, result: ModelResult) {
  const { hopRef, ports, figures, citations, options } = question;
  const answer = result.ok ? result.answer : result.partial;
  const inputTokens = answer.usage?.inputTokens ?? 0;
  const outputTokens = answer.usage?.outputTokens ?? 0;
  figures.model = answer.model || figures.model;
  figures.inputTokens += inputTokens;
  figures.outputTokens += outputTokens;
  ports.appendEvent({
    type: "model.answered",
    hopRef,
    callId,
    model: answer.model,
    outcome: outcomeOf(result),
    reason: result.ok ? null : result.reason,
    finishReason: answer.finishReason,
    // What the person reads stays as they read it; of structured output they read nothing.
    text: options?.responseSchema ? sanitise(answer.text).value : answer.text,
    toolCallIds: answer.toolCalls.map((call) => call.id),
    inputTokens,
    outputTokens,
    firstTokenMs: answer.firstTokenMs,
    durationMs: answer.durationMs,
    attempts: answer.attempts,
    sent: answer.sent,
    ...answer.cost,
    ...(answer.usage?.isEstimated ? { usageEstimated: true as const } : {}),
    ...(answer.opaque && result.ok ? { opaque: answer.opaque } : {}),
    ...(answer.reasoning ? { reasoning: answer.reasoning.slice(0, REASONING_MAX_CHARS) } : {}),
    ...(answer.usage?.reasoningTokens ? { reasoningTokens: answer.usage.reasoningTokens } : {}),
    ...(answer.shortfall ? { shortfall: answer.shortfall } : {}),
    ...(answer.callsInText ? { callsInText: true as const } : {}),
    ...(answer.leftOut ? { leftOut: [...answer.leftOut] } : {}),
  });
  const numbers = citations?.sources.check(answer.text, citations.given) ?? [];
  if (numbers.length > 0)
    ports.appendEvent({ type: "citations.invented", hopRef, callId, numbers });
}

function outcomeOf(result: ModelResult): "ok" | "stopped" | "failed" {
  if (result.ok) return "ok";
  return result.reason === "aborted" ? "stopped" : "failed";
}
