/** Runs one turn of the service: the agent loop, the question for approval, and the memory of it. */
import "server-only";
import { createHash } from "node:crypto";
import { passMessage } from "../../agents/glass/pass-memory.ts";
import type { LoopEnd } from "../../agents/loop/loop-types.ts";
import { UMS_HIDDEN_WORDS_MAX } from "../../contracts/limits.ts";
import type { Glass } from "../../contracts/model/glass.ts";
import { joinOrigins } from "../../contracts/model/origin.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { startClock } from "../../contracts/run/run-clock.ts";
import type { RunPorts } from "../../contracts/run/run-work.ts";
import type { UmsApproval } from "../../contracts/ums/ums-chat.ts";
import { UMS_CHANGEABLE } from "../../contracts/ums/ums-tools.ts";
import type { TracedCall, TracedWords, TurnWork } from "../../contracts/ums/ums-trace.ts";
import { saveExchange } from "../../db/ums/save-exchange.ts";
import { saveTrace } from "../../db/ums/service-traces.ts";
import { throughGlass } from "../../glass/through-glass.ts";
import type { ChatMessage, UserEntry } from "../../hidden-state/chat-message.ts";
import { sanitise, sanitiseExchange } from "../../hidden-state/sanitise.ts";
import type { ModelTool } from "../../llm/model-types.ts";
import { log } from "../../log/log.ts";
import { policyInForce } from "../../prompt/memory-policies.ts";
import type { Segment } from "../../prompt/segment.ts";
import { loopUntilSettled, type Settled } from "./loop-until-settled.ts";
import { hiddenWordsOf, traceTurn } from "./trace-turn.ts";
import type {
  FinishReason,
  PendingCall,
  UmsListener,
  UmsPorts,
  UmsTurn,
  UmsTurnEnd,
} from "./ums-turn.ts";

/** Stores what ran, however the turn ends: the next turn must know what was changed. */
export async function runUmsTurn(
  turn: UmsTurn,
  ports: UmsPorts,
  listener: UmsListener,
): Promise<UmsTurnEnd> {
  const trace = traceTurn(listener);
  const collected = collectWork();
  let content = "";
  const { end: endAnswer, ...seen } = throughGlass({
    appendEvent(body) {
      collected.onEvent(body);
      trace.appendEvent(body);
    },
    emitText(text) {
      if (listener.signal.aborted) return;
      content += text;
      listener.onText(text);
    },
    answer: () => content,
  });
  const origin = joinOrigins(turn.origins);
  const input: UserEntry = { role: "user", content: turn.content, origin };
  const run: RunPorts = {
    ...seen,
    emitStatus: () => undefined,
    persistChanges: async () => undefined,
    persistCalls: async () => undefined,
    turn: { runId: turn.caller.runId, userId: null },
    clock: startClock(),
    signal: listener.signal,
  };
  run.glass?.show(turn.content);
  const settled = await loopUntilSettled(turn, ports, input, run, collected.onPrompt);
  const { end, pending, execution } = settled;
  if (pending) run.emitText(run.answer() === "" ? pending.question : `\n\n${pending.question}`);
  const ending = toEnd(end, pending, run.glass);
  endAnswer();
  const passed = settled.scratch.map((message) => passMessage(run.glass, message));
  const remembered = { ...settled, scratch: passed };
  const position = await remember(turn, remembered, input, content, listener.signal);
  await saveTrace(turn.conversationId, turn.caller.runId, collected.work());
  return { content, trace, execution, position, ...ending };
}

/** @returns the position of the conversation's newest message; null where this turn added none */
async function remember(
  { conversationId, caller, key, lastKey, decided, repeated }: UmsTurn,
  { end, scratch, origin, pending, hasWritten }: Settled,
  input: UserEntry,
  content: string,
  { aborted }: AbortSignal,
): Promise<number | null> {
  const isRetry = Boolean(decided?.rounds) || repeated !== null;
  // Cut off, a repetition knows less than the try that it repeats: another process may have answered, and have asked the person.
  if (aborted && isRetry && !hasWritten) return null;
  const beside = end.kind === "answered" && end.opaque ? { opaque: end.opaque } : {};
  const answer =
    content.trim() === "" ? [] : [{ role: "assistant" as const, content, ...beside, origin }];
  const all = [input, ...scratch, ...answer].map(withoutUnusedParts);
  if (all.length === 1 && !repeated) return null;
  const { exchange } = sanitiseExchange({ runId: caller.runId, messages: all });
  // A retry of this turn finds the decided call here and does not run it again.
  const taken = decided ? { taken: decided.call } : null;
  const waiting = pending || taken ? { ...pending, ...taken } : null;
  // Where another process has answered the same call meanwhile, it goes on with the run.
  const begun = { yields: aborted && !isRetry, lastKey, runId: caller.runId };
  const position = await saveExchange(
    conversationId,
    exchange.messages,
    waiting,
    isRetry,
    key,
    begun,
  );
  if (position === null)
    log().warn(
      { conversationId, aborted },
      "an exchange was not stored: its conversation is gone, or another has it",
    );
  return position;
}

/** Exchanges are sent back under `tool-history` only, and then with what their server needs back. */
function withoutUnusedParts(message: ChatMessage): ChatMessage {
  if (!("opaque" in message) || policyInForce("tool-history") === "tool-history") return message;
  const { opaque: _, ...kept } = message;
  return kept;
}

function finishReasonOf(end: LoopEnd): FinishReason {
  const shortfall = end.kind === "answered" ? end.shortfall : undefined;
  // The wire has no word for one that may be cut.
  if (shortfall === "answer-truncated" || shortfall === "answer-incomplete") return "length";
  return shortfall === "answer-filtered" ? "content_filter" : "stop";
}

type Ending =
  | { kind: "answered"; approval: UmsApproval | null; finishReason: FinishReason }
  | { kind: "stopped" }
  | Extract<LoopEnd, { kind: "failed" }>;

function toEnd(end: LoopEnd, pending: PendingCall | null, glass: Glass | undefined): Ending {
  if (end.kind === "failed" || end.kind === "stopped") return end;
  const finishReason = finishReasonOf(end);
  if (!pending) return { kind: "answered", approval: null, finishReason };
  const { approvalId: id, question, tool, arguments: written } = pending;
  // Nobody sees hidden words to change them.
  const isOpen = UMS_CHANGEABLE.has(tool) && (!glass || glass.pass(written) === written);
  const approval = { id, question, tool, ...(isOpen && { arguments: written }) };
  return { kind: "answered", approval, finishReason };
}

type CollectedWork = {
  onPrompt(segments: readonly Segment[], tools: readonly ModelTool[]): void;
  onEvent(body: LogEventBody): void;
  work(): TurnWork;
};

/**
 * Collects what a turn sent to its model and called, for its trace. It stays in the service until an operator asks.
 */
function collectWork(): CollectedWork {
  const segments: Record<string, string> = {};
  const calls = new Map<string, TracedCall>();
  const hidden_words: TracedWords[] = [];
  const keep = (content: readonly unknown[]) => {
    const text = JSON.stringify(content);
    segments[createHash("sha256").update(text).digest("hex")] = text;
  };
  return {
    onPrompt(sent, tools) {
      for (const { messages } of sent) keep(messages);
      if (tools.length > 0) keep(tools);
    },
    onEvent(body) {
      if (body.type === "tool.called") {
        const { toolCallId, tool, argsSha256 } = body;
        const call = { toolCallId, tool, argsSha256, arguments: body.arguments, result: null };
        calls.set(body.hopRef, call);
      } else if (body.type === "tool.returned") {
        const call = calls.get(body.hopRef);
        if (call) call.result = body.result;
      } else {
        const words = hiddenWordsOf(body);
        if (words && hidden_words.length < UMS_HIDDEN_WORDS_MAX)
          hidden_words.push(sanitise(words).value);
      }
    },
    work: () => ({ calls: [...calls.values()], hidden_words, segments }),
  };
}
