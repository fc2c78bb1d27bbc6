/** Answers a chat, in one piece or as server-sent events. */
import "server-only";
import type { UmsChatAnswer } from "../../contracts/ums/ums-chat.ts";
import { ERROR_TEXTS, type ErrorCode } from "../../errors/error-texts.ts";
import { log } from "../../log/log.ts";
import { UMS_LIMITS } from "../limits.ts";
import { runUmsTurn } from "../turn/run-turn.ts";
import type { FinishReason, UmsPorts, UmsTurn, UmsTurnEnd } from "../turn/ums-turn.ts";

const NO_STORE = { "cache-control": "no-store" };

/** The answer in one piece. */
export async function answerChat(
  turn: UmsTurn,
  ports: UmsPorts,
  signal: AbortSignal,
): Promise<Response> {
  const ignore = () => undefined;
  const listener = {
    onText: ignore,
    onHopStart: ignore,
    onHop: ignore,
    onModelCall: ignore,
    signal,
  };
  const end = await runUmsTurn(turn, ports, listener);
  const { hops, modelCalls: model_calls } = end.trace;
  const duration_ms = end.trace.elapsedMs();
  const report = { hops, model_calls, duration_ms, ...reportOf(end) };
  if (end.kind !== "answered") {
    const error = failureOf(end);
    const { status } = ERROR_TEXTS[error.code];
    return Response.json({ error, ...report }, { status, headers: NO_STORE });
  }
  const answer: UmsChatAnswer = {
    content: end.content,
    conversation_id: turn.conversationId,
    ...(end.approval ? { approval: end.approval } : {}),
    ...report,
  };
  return Response.json(answer, { headers: NO_STORE });
}

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};
const DONE = "data: [DONE]\n\n";

/** The answer as server-sent events, in the frames of `lib/contracts/ums/ums-chat.ts`. A client that disconnects stops the turn. */
export function streamChat(turn: UmsTurn, ports: UmsPorts, gone: AbortSignal): Response {
  const stop = new AbortController();
  const signal = AbortSignal.any([gone, stop.signal]);
  let keepAlive: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (!signal.aborted) controller.enqueue(Buffer.from(text));
      };
      keepAlive = setInterval(write, UMS_LIMITS.keepAliveMs, ":\n\n");
      write(frame({ conversation_id: turn.conversationId }));
      void run(turn, ports, signal, write).finally(() => {
        clearInterval(keepAlive);
        if (!stop.signal.aborted) controller.close();
      });
    },
    cancel() {
      clearInterval(keepAlive);
      stop.abort();
    },
  });
  return new Response(body, { headers: HEADERS });
}

/** Never rejects. */
async function run(
  turn: UmsTurn,
  ports: UmsPorts,
  signal: AbortSignal,
  write: (text: string) => void,
): Promise<void> {
  try {
    const end = await runUmsTurn(turn, ports, {
      onText: (content) => write(chunk(content, null)),
      onHopStart: (hop) => write(chunk("", null, { hop_starts: [hop] })),
      onHop: (hop) => write(chunk("", null, { hops: [hop] })),
      onModelCall: (call) => write(chunk("", null, { model_calls: [call] })),
      signal,
    });
    write(lastFrame(end) + DONE);
  } catch (error) {
    log().error({ err: error, conversationId: turn.conversationId }, "a service turn failed");
    const { person: message } = ERROR_TEXTS.internal;
    write(frame({ error: { code: "internal", message } }) + DONE);
  }
}

/** Hops and model calls are sent as they start and end. The turn's length and the agent's own report are sent here. */
function lastFrame(end: UmsTurnEnd): string {
  const report = { duration_ms: end.trace.elapsedMs(), ...reportOf(end) };
  if (end.kind !== "answered") return frame({ error: failureOf(end), ...report });
  return chunk("", end.finishReason, {
    ...(end.approval ? { approval: end.approval } : {}),
    ...report,
  });
}

function chunk(
  content: string,
  finish_reason: FinishReason | null,
  extensions: object = {},
): string {
  const delta = finish_reason === null ? { content } : {};
  return frame({ choices: [{ index: 0, delta, finish_reason }], ...extensions });
}

function frame(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

type NoAnswer = Exclude<UmsTurnEnd, { kind: "answered" }>;

/** The error on the wire of a turn that ended without an answer. */
function failureOf(end: NoAnswer): { code: ErrorCode; message: string } {
  const code = end.kind === "failed" ? end.reason : "interrupted";
  return { code, message: ERROR_TEXTS[code].person };
}

/** The agent's own report of its calls (seeds, "Agent Execution Reflection") and of what was cut: no payload. */
function reportOf({ execution, position, trace: { hiddenWords } }: UmsTurnEnd) {
  return {
    ...(hiddenWords.length > 0 ? { hidden_words: hiddenWords } : {}),
    agent_execution: { version: 1 as const, runs: execution },
    ...(position === null ? {} : { position }),
  };
}
