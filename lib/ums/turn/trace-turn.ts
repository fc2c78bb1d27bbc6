/** Collects what the caller may record of a turn: digests and figures. Arguments and results stay in the service. */
import "server-only";
import { createHash } from "node:crypto";
import { UMS_HIDDEN_NAME_MAX_CHARS, UMS_HIDDEN_WORDS_MAX } from "../../contracts/limits.ts";
import { finishWordOf } from "../../contracts/model/finish-reasons.ts";
import { parseJson } from "../../contracts/read-json.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import {
  type UmsHiddenWords,
  type UmsHop,
  type UmsHopStart,
  type UmsModelCall,
  UmsNote,
} from "../../contracts/ums/ums-chat.ts";
import { TracedWords } from "../../contracts/ums/ums-trace.ts";
import { SERVICE_REF } from "./caller.ts";

export type TurnTrace = {
  appendEvent(body: LogEventBody): void;
  readonly hops: UmsHop[];
  readonly modelCalls: UmsModelCall[];
  readonly hiddenWords: UmsHiddenWords[];
  /** Since the turn began. */
  elapsedMs(): number;
};

type Event<Type extends LogEventBody["type"]> = Extract<LogEventBody, { type: Type }>;
type AskedCall = { called: Event<"model.called">; startedMs: number };
type OpenHop = Omit<UmsHop, "outcome">;

export type TraceListener = {
  /** A call is about to run, or was denied. */
  onHopStart(hop: UmsHopStart): void;
  onHop(hop: UmsHop): void;
  onModelCall(call: UmsModelCall): void;
};

export function traceTurn({ onHopStart, onHop, onModelCall }: TraceListener): TurnTrace {
  const begunAt = performance.now();
  const open = new Map<string, OpenHop>();
  const asked = new Map<string, AskedCall>();
  const hops: UmsHop[] = [];
  const modelCalls: UmsModelCall[] = [];
  const hiddenWords: UmsHiddenWords[] = [];
  /** Since the last model call. */
  const noted = new Set<UmsNote>();
  const elapsedMs = () => performance.now() - begunAt;

  const endHop = ({ hopRef, outcome, durationMs }: Event<"hop.ended">) => {
    const begun = open.get(hopRef);
    if (!begun) return;
    const ended = toUmsOutcome(outcome);
    const hop = { ...begun, outcome: ended, durationMs: begun.durationMs || durationMs };
    open.delete(hopRef);
    hops.push(hop);
    onHop(hop);
  };
  const endCall = (call: UmsModelCall) => {
    modelCalls.push(call);
    onModelCall(call);
  };
  const record = (body: LogEventBody) => {
    if (body.type === "hop.started") open.set(body.hopRef, openHop(body, elapsedMs()));
    else if (body.type === "hop.ended") endHop(body);
    else if (body.type === "model.called")
      asked.set(body.callId, { called: body, startedMs: elapsedMs() });
    else if (body.type === "model.answered") {
      const call = asked.get(body.callId);
      if (body.sent?.adaptations.includes("arguments-repaired")) noted.add("arguments-repaired");
      if (call) endCall(toModelCall(call, body, `m${modelCalls.length + 1}`, [...noted]));
      noted.clear();
    } else if (body.type === "run.noted") {
      const words = hiddenWordsOf(body);
      if (words && hiddenWords.length < UMS_HIDDEN_WORDS_MAX) hiddenWords.push(withDigest(words));
      const note = UmsNote.safeParse(body.code);
      if (note.success) noted.add(note.data);
    } else if ("hopRef" in body) {
      const hop = open.get(body.hopRef);
      if (hop) addToHop(hop, body);
      if (hop && body.type === "tool.called") onHopStart(toStart(hop));
    }
  };
  return { appendEvent: record, hops, modelCalls, hiddenWords, elapsedMs };
}

/** @returns null for every event but a note of the glass */
export function hiddenWordsOf(body: LogEventBody): TracedWords | null {
  if (body.type !== "run.noted" || body.code !== "hidden-words") return null;
  return TracedWords.safeParse(parseJson(body.detail)).data ?? null;
}

function withDigest({ kind, from, at, text }: TracedWords): UmsHiddenWords {
  return { kind, from: from.slice(0, UMS_HIDDEN_NAME_MAX_CHARS), at, textSha256: sha256(text) };
}

function toStart({ ref, parentRef, toolCallId, tool, writes, ...hop }: OpenHop): UmsHopStart {
  const { argsSha256, startedMs } = hop;
  return { ref, parentRef, toolCallId, tool, writes, argsSha256, startedMs };
}

function openHop({ hopRef, parentRef, nodeId }: Event<"hop.started">, startedMs: number): OpenHop {
  return {
    ref: hopRef,
    parentRef: parentRef === SERVICE_REF ? null : parentRef,
    toolCallId: "",
    tool: nodeId,
    startedMs,
    writes: false,
    approved: false,
    status: null,
    argsSha256: sha256("{}"),
    resultSha256: null,
    bytes: 0,
    durationMs: 0,
    decision: null,
  };
}

function addToHop(hop: OpenHop, body: LogEventBody): void {
  if (body.type === "tool.called") {
    hop.toolCallId = body.toolCallId;
    hop.tool = body.tool || hop.tool;
    hop.argsSha256 = body.argsSha256;
    hop.writes = body.writes;
  } else if (body.type === "execution.recorded") {
    hop.status = body.execution.status;
    hop.approved = body.execution.approved;
  } else if (body.type === "policy.decided") {
    hop.decision = body.decision;
    // The sentence stays here: the report holds no text of a result.
    if (body.from) hop.from = { ...body.from, resembling: null };
  } else if (body.type === "tool.returned") {
    hop.resultSha256 = sha256(body.result);
    hop.bytes = body.bytes;
    hop.durationMs = body.durationMs;
  }
}

function toModelCall(
  { called: { round, manifest }, startedMs }: AskedCall,
  answered: Event<"model.answered">,
  callId: string,
  noted: UmsNote[],
): UmsModelCall {
  const { model, outcome, reason, toolCallIds, shortfall, callsInText, leftOut } = answered;
  const { inputTokens, outputTokens, firstTokenMs, durationMs, attempts } = answered;
  const { cost, costUnknown, usageEstimated } = answered;
  return {
    callId,
    round,
    manifest,
    model,
    outcome: toUmsOutcome(outcome),
    reason,
    finishReason: finishWordOf(answered.finishReason),
    toolCallIds,
    inputTokens,
    outputTokens,
    firstTokenMs,
    durationMs,
    attempts,
    cost,
    costUnknown,
    usageEstimated,
    ...(shortfall ? { shortfall } : {}),
    ...(callsInText ? { callsInText } : {}),
    ...(leftOut ? { leftOut } : {}),
    ...(noted.length > 0 ? { noted } : {}),
    startedMs,
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The service begins nothing early, so it discards nothing. */
function toUmsOutcome(outcome: Event<"hop.ended">["outcome"]): UmsHop["outcome"] {
  return outcome === "discarded" ? "stopped" : outcome;
}
