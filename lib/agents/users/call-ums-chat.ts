/** One chat call of the service: streams its answer and receives its report of hops and model calls. */
import "server-only";
import { createParser } from "eventsource-parser";
import { parseByValue } from "../../contracts/json/exact-numbers.ts";
import { isRecord, parseJson } from "../../contracts/read-json.ts";
import {
  type UmsApproval,
  type UmsApprovalDecision,
  type UmsChatRequest,
  type UmsHiddenWords,
  type UmsHop,
  type UmsHopStart,
  type UmsModelCall,
  UmsStreamChunk,
  UmsStreamError,
  UmsStreamStart,
} from "../../contracts/ums/ums-chat.ts";
import { UMS_EVENT_MAX_CHARS, UMS_SILENCE_MAX_MS } from "../limits.ts";
import { sendToUms, type UmsConnection } from "./send-to-ums.ts";
import type { UmsFailure } from "./ums-failure.ts";

export type UmsChat = {
  conversationId: string;
  /** Names the call, so that the service does once what is sent twice. */
  key: string;
  content: string;
  /** What the person asks of every answer; empty for nothing. */
  instructions: string;
  /** Results of earlier steps of the turn. */
  known: readonly string[];
  approval: UmsApprovalDecision | null;
  /** Time limit for the whole answer. */
  maxMs: number;
};

/** Told of an answer while it arrives. */
export type UmsListener = {
  onText(text: string): void;
  /** What the service did meanwhile. */
  work: {
    onHopStarts(starts: readonly UmsHopStart[]): void;
    onHops(hops: readonly UmsHop[]): void;
    onModelCalls(calls: readonly UmsModelCall[]): void;
    onHiddenWords(found: readonly UmsHiddenWords[]): void;
  };
  /** The claims of the service's agent, unchecked. */
  onClaims(claims: unknown): void;
  /** How far the conversation reaches now. */
  onPosition(position: number): void;
};

export type UmsChatResult =
  /** `finishReason`: `stop`, or `length` and `content_filter` of an answer that is not whole. */
  { ok: true; approval: UmsApproval | null; finishReason: string } | UmsFailure;

/** Never rejects. An abort closes the connection, which stops the service. */
export async function callUmsChat(
  connection: UmsConnection,
  chat: UmsChat,
  listener: UmsListener,
): Promise<UmsChatResult> {
  const body: UmsChatRequest = {
    message: { role: "user", content: chat.content },
    stream: true,
    // Another service may not know these fields, so they are sent only where there is something to say.
    ...(chat.instructions ? { instructions: chat.instructions } : {}),
    ...(chat.known.length > 0 ? { known: [...chat.known] } : {}),
    ...(chat.approval ? { approval: chat.approval } : {}),
  };
  const limits = startLimits(connection.signal, chat.maxMs);
  const path = `conversations/${encodeURIComponent(chat.conversationId)}/chat`;
  const sent = await sendToUms(connection, { path, body, key: chat.key }, limits.signal);
  if (!sent.ok) {
    limits.release();
    return sent.reason === "stopped" ? limits.why("stopped") : sent;
  }
  const answer = readFrames(chat.conversationId, listener);
  const result = await readAnswer(answer, sent.response, limits);
  limits.release();
  const outcome = result.ok ? "ok" : result.reason === "stopped" ? "stopped" : "failed";
  sent.hop.end(outcome, answer.serviceMs());
  return result;
}

type Limits = ReturnType<typeof startLimits>;

/** Combines the caller's abort, the time limit for the answer and the limit of silence into one signal. */
function startLimits(stop: AbortSignal, maxMs: number) {
  const deadline = AbortSignal.timeout(maxMs);
  const silent = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: AbortSignal.any([stop, deadline, silent.signal]),
    alive() {
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), UMS_SILENCE_MAX_MS);
    },
    release: () => clearTimeout(timer),
    why(detail: string): UmsFailure {
      if (stop.aborted) return { ok: false, reason: "stopped" };
      if (deadline.aborted) return { ok: false, reason: "time-limit" };
      return { ok: false, reason: "cut-off", detail: silent.signal.aborted ? "silent" : detail };
    },
  };
}

async function readAnswer(
  answer: ReturnType<typeof readFrames>,
  response: Response,
  limits: Limits,
): Promise<UmsChatResult> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (!isStream || !response.body) return protocol("not an event stream");
  const events = createEventReader();
  try {
    limits.alive();
    for await (const bytes of response.body) {
      limits.alive();
      for (const data of events.read(bytes)) {
        const result = answer.take(data);
        if (result) return result;
      }
      if (events.isTooLarge()) return protocol("an event is too large");
    }
    return answer.end() ?? limits.why("the stream ended early");
  } catch {
    return limits.why("the connection broke");
  }
}

/** Parses the body into the `data` of its events. */
function createEventReader() {
  const decoder = new TextDecoder();
  const events: string[] = [];
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: UMS_EVENT_MAX_CHARS,
    onEvent: ({ data }) => events.push(data),
    onError: ({ type }) => {
      isTooLarge ||= type === "max-buffer-size-exceeded";
    },
  });
  return {
    /** @returns the events that these bytes completed */
    read(bytes: Uint8Array): string[] {
      parser.feed(decoder.decode(bytes, { stream: true }));
      return events.splice(0);
    },
    isTooLarge: () => isTooLarge,
  };
}

/** Figures are doubles, as their schemas have them; what the service's agent claims keeps its numbers. */
function readFrame(data: string): unknown {
  const json = parseJson(data);
  if (!isRecord(json) || json.agent_execution === undefined) return json;
  const exact = parseByValue(data);
  return isRecord(exact) ? { ...json, agent_execution: exact.agent_execution } : json;
}

/** Handles the frames in order. A result ends the answer. */
function readFrames(conversationId: string, listener: UmsListener) {
  let hasBegun = false;
  let serviceMs: number | undefined;
  let finished: UmsChatResult | null = null;
  const report = (said: Report) => {
    tell(listener, said);
    serviceMs = said.duration_ms ?? serviceMs;
  };
  const take = (data: string): UmsChatResult | null => {
    if (data === "[DONE]") return finished ?? protocol("it ended without a last chunk");
    const json = readFrame(data);
    const failed = UmsStreamError.safeParse(json);
    if (failed.success) {
      report(failed.data);
      return { ok: false, reason: "failed", code: failed.data.error.code };
    }
    if (!hasBegun) {
      const start = UmsStreamStart.safeParse(json);
      hasBegun = start.success && start.data.conversation_id === conversationId;
      return hasBegun ? null : protocol("it did not begin with this conversation's id");
    }
    const chunk = UmsStreamChunk.safeParse(json);
    if (!chunk.success || finished) return protocol("a chunk cannot be read");
    const [choice] = chunk.data.choices;
    report(chunk.data);
    if (choice?.delta.content) listener.onText(choice.delta.content);
    const finishReason = choice?.finish_reason;
    if (finishReason) finished = { ok: true, approval: chunk.data.approval ?? null, finishReason };
    return null;
  };
  /** `serviceMs`: how long the turn took by the service's clock. */
  return { take, end: () => finished, serviceMs: () => serviceMs };
}

type Report = Pick<
  UmsStreamError,
  | "hop_starts"
  | "hops"
  | "model_calls"
  | "hidden_words"
  | "duration_ms"
  | "agent_execution"
  | "position"
>;

function tell({ work, onPosition, onClaims }: UmsListener, said: Report): void {
  if (said.hop_starts) work.onHopStarts(said.hop_starts);
  if (said.hops) work.onHops(said.hops);
  if (said.model_calls) work.onModelCalls(said.model_calls);
  if (said.hidden_words) work.onHiddenWords(said.hidden_words);
  if (said.position !== undefined) onPosition(said.position);
  if (said.agent_execution !== undefined) onClaims(said.agent_execution);
}

function protocol(detail: string): UmsFailure {
  return { ok: false, reason: "protocol", detail };
}
