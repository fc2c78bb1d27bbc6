/** The agent loop: call the model, run its tool calls in parallel, repeat until an answer or a limit. */
import "server-only";
import {
  fewOrigins,
  lowestTrust,
  madeFrom,
  type Origin,
  UNKNOWN,
} from "../../contracts/model/origin.ts";
import { noFigures, type RunFigures } from "../../contracts/run/run-work.ts";
import { type ChatMessage, toReplayed } from "../../hidden-state/chat-message.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { ModelAnswer } from "../../llm/model-types.ts";
import { makeSegment, originsOf } from "../../prompt/segment.ts";
import { toModelTools } from "../../tools/to-model-tool.ts";
import { limitCall, noCalls } from "../call-limits/limit-calls.ts";
import { whatAskedFor } from "../foreign/judge-call.ts";
import { recordExecution } from "../record-execution.ts";
import { withSourceNumbers } from "../run-sources.ts";
import { askModel, endOfAnswer, type Question } from "./ask-model.ts";
import type { LoopEnd, LoopInput, LoopState, Step } from "./loop-types.ts";
import { type PerformedCall, performCall } from "./perform-call.ts";
import { executionOf, type PreparedCall, prepareCall } from "./prepare-call.ts";

export type LoopResult = {
  end: LoopEnd;
  figures: RunFigures;
  /** Where what the loop's model wrote comes from. */
  origin: Origin;
} & Pick<LoopState, "scratch" | "ran">;

/** Runs an agent's loop to its end. A failed tool call goes back to the model and does not end the loop. */
export async function runToolLoop(input: LoopInput): Promise<LoopResult> {
  const state: LoopState = {
    scratch: [],
    ran: [],
    segments: [...input.opening],
    given: new Set(input.knownSources),
    figures: noFigures(),
    calls: noCalls(),
    isLast: false,
  };
  const deadline = input.ports.clock.limit(input.limits.maxMs);
  const signal = AbortSignal.any([input.ports.signal, deadline]);
  const end = await loop(input, state, { signal, limit: deadline });
  const timedOut = end.kind === "stopped" && deadline.aborted && !input.ports.signal.aborted;
  return {
    end: timedOut ? { kind: "failed", reason: "time-limit" } : end,
    scratch: state.scratch,
    ran: state.ran,
    figures: state.figures,
    origin: madeFrom("model", originsOf(state.segments)),
  };
}

type Time = { signal: AbortSignal; limit: AbortSignal };

async function loop(input: LoopInput, state: LoopState, time: Time): Promise<LoopEnd> {
  const { signal } = time;
  if (input.approved) {
    const { opaque } = input.approved;
    const asked = { text: "", toolCalls: [input.approved], opaque };
    const step = await callTools(input, state, signal, asked, input.approved.origin ?? UNKNOWN);
    if (step.kind !== "again") return step;
  }
  while (state.figures.rounds < input.limits.maxRounds) {
    state.figures.rounds += 1;
    const step = await takeModelStep(input, state, time);
    if (step.kind !== "again") return step;
    const ended = input.endedBy?.();
    if (ended) return ended;
  }
  return { kind: "failed", reason: "round-limit" };
}

/** One round: calls the model and acts on its answer. */
async function takeModelStep(
  input: LoopInput,
  state: LoopState,
  { signal, limit }: Time,
): Promise<Step> {
  const { agent, ports } = input;
  const { hop } = input.trace;
  const { figures, segments } = state;
  const origins = fewOrigins(originsOf(segments));
  hop.enrich({ origins, trust: lowestTrust(origins) });
  const asked = await askModel({
    agentId: agent.id,
    memoryPolicy: agent.memoryPolicy,
    hopRef: hop.ref,
    round: figures.rounds,
    segments,
    tools: state.isLast ? [] : toModelTools(agent.tools),
    figures,
    ports,
    signal,
    limit,
    onPrompt: input.onPrompt,
    onPruned: (left) => segments.splice(0, segments.length, ...left),
    options: { needsTools: agent.needsTools },
    citations: input.sources && { sources: input.sources, given: state.given },
    ...openText(input),
  });
  // Null: no temperature was sent; the endpoint used its default.
  hop.describe({ model: figures.model, temperature: null });
  if (!asked.ok) {
    return asked.reason === "aborted"
      ? { kind: "stopped" }
      : { kind: "failed", reason: asked.reason };
  }
  if (state.isLast) return endInWords(asked.answer, ports.answer());
  if (asked.answer.toolCalls.length > 0) return callTools(input, state, signal, asked.answer);
  return endOfAnswer(asked.answer, ports.answer());
}

/** The answer to a model call without tools, after too many calls of them. */
function endInWords(answer: ModelAnswer, text: string): LoopEnd {
  if (answer.toolCalls.length > 0 || answer.text.trim() === "")
    return { kind: "failed", reason: "tool-limit" };
  return endOfAnswer(answer, text);
}

/**
 * Where a round's text goes. The first text of a turn that continues an answer is joined to it; later text starts a
 * paragraph.
 */
function openText({ ports, soFar }: LoopInput): Pick<Question, "onText" | "soFar"> {
  const before = ports.answer();
  if (soFar && before === soFar) return { onText: ports.emitText, soFar };
  return { onText: emitAfter(before, ports.emitText) };
}

/** Text of a later round starts a new paragraph. */
function emitAfter(before: string, emit: (text: string) => void): (text: string) => void {
  let gap = before === "" || before.endsWith("\n\n") ? "" : "\n\n";
  return (text) => {
    emit(gap + text);
    gap = "";
  };
}

/**
 * Runs the tool calls of one answer in parallel and adds the complete round to the scratchpad.
 */
export async function callTools(
  input: LoopInput,
  state: LoopState,
  signal: AbortSignal,
  answer: CallingAnswer,
  origin = madeFrom("model", originsOf(state.segments)),
): Promise<Step> {
  const { mayAct, ready } = input.governance;
  if (mayAct && !(await mayAct())) return { kind: "stopped" };
  await ready?.();
  const prepared = answer.toolCalls.map((call) =>
    prepareCall(input, state.segments, call, answer.callsInText ?? false),
  );
  state.figures.toolCalls += prepared.length;
  const max = input.limits.maxToolCalls;
  const limits = prepared.map(({ call, tool }) =>
    limitCall(state.calls, call, { max, countsItself: tool?.isReplayed ?? false }),
  );
  const waiting = prepared.find(
    ({ decision, hop }, index) =>
      limits[index]?.instead === null &&
      // A call that already ran is not asked about again, even if the policies have changed.
      decision?.outcome === "needs_approval" &&
      !input.ports.journal?.returned(hop.ref),
  );
  if (waiting?.tool) {
    // No call of this round runs before the decision: an approval repeats the round, and a refusal must have no effect.
    for (const call of prepared) leaveForApproval(input, call);
    const { tool, call, from, arguments: args } = waiting;
    const segments = [...state.segments];
    const askedForBy = (question: string, about?: readonly string[]) =>
      whatAskedFor(tool, args, { segments }, question, about);
    return {
      kind: "awaits-approval",
      tool,
      call,
      arguments: args,
      opaque: answer.opaque,
      origin,
      from,
      askedForBy,
    };
  }
  const results = await Promise.all(
    prepared.map((call, index) =>
      performCall(input, signal, { ...call, origin }, limits[index]?.instead ?? null),
    ),
  );
  state.isLast ||= limits.some(({ isLast }) => isLast);
  await input.ports.persistChanges();
  if (signal.aborted) return { kind: "stopped" };
  const asked = { ...assistantMessage(answer), origin };
  state.scratch.push(asked, ...results.map(({ message }) => message));
  addRound(input, state, [asked, ...results.map((result) => numbered(input, state, result))]);
  state.ran.push(...results.map(({ ran }) => ran));
  return { kind: "again" };
}

/** Records a call of a round that waits for approval as `would_deny`, so that its plan step counts as met with a warning. */
function leaveForApproval({ ports, trace }: LoopInput, call: PreparedCall): void {
  const { hop } = call;
  const execution = { ...executionOf(call, "ok"), status: "would_deny" as const };
  recordExecution(ports, execution, [trace.hop]);
  hop.enrich({ status: execution.status });
  call.passage?.end("denied");
  hop.end("denied");
}

type CallingAnswer = Pick<ModelAnswer, "text" | "toolCalls" | "opaque" | "callsInText">;

function assistantMessage({ text, toolCalls, opaque }: CallingAnswer) {
  return {
    role: "assistant",
    content: text,
    tool_calls: toolCalls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: sanitise(call.arguments).value },
    })),
    ...(opaque ? { opaque } : {}),
  } satisfies ChatMessage;
}

/** The result as the prompt has it: with the numbers of its sources above it. */
function numbered(
  { sources, ports }: LoopInput,
  state: LoopState,
  { message, sources: found, hopRef }: PerformedCall,
): PerformedCall["message"] {
  const known = ports.journal?.sources(hopRef) ?? [];
  sources?.keep(known);
  const given = known.length > 0 ? known : (sources?.number(found) ?? []);
  if (given.length === 0) return message;
  ports.appendEvent({ type: "sources.numbered", hopRef, sources: [...given] });
  const numbers = given.map(({ number }) => number);
  for (const number of numbers) state.given.add(number);
  return { ...message, content: withSourceNumbers(message.content, numbers) };
}

function addRound(input: LoopInput, state: LoopState, entries: readonly ChatMessage[]): void {
  state.segments.push(
    makeSegment({
      kind: "run-scratchpad",
      agentId: input.agent.id,
      source: `round:${state.figures.rounds}`,
      runId: input.who.runId,
      ...toReplayed(entries),
    }),
  );
}
