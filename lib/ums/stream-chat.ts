import "server-only";
/** A chat's answer as it is written: server-sent events, in the frames of wire-formats. */
import { ERROR_TEXTS } from "../errors/error-texts.ts";
import { log } from "../log/log.ts";
import { failureOf } from "./failure-of.ts";
import { reflectExecution } from "./reflect-execution.ts";
import { runUmsTurn } from "./run-ums-turn.ts";
import type { UmsPorts, UmsTurn, UmsTurnEnd } from "./ums-turn.ts";

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};
const KEEP_ALIVE_MS = 10_000;
const DONE = "data: [DONE]\n\n";

/** A reader that goes away stops the turn. */
export function streamChat(turn: UmsTurn, ports: UmsPorts, gone: AbortSignal): Response {
  const stop = new AbortController();
  const signal = AbortSignal.any([gone, stop.signal]);
  let keepAlive: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (!signal.aborted) controller.enqueue(Buffer.from(text));
      };
      keepAlive = setInterval(write, KEEP_ALIVE_MS, ":\n\n");
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
      signal,
    });
    write(lastFrame(end) + DONE);
  } catch (error) {
    log().error({ err: error, conversationId: turn.conversationId }, "a service turn failed");
    const { person: message } = ERROR_TEXTS.internal;
    write(frame({ error: { code: "internal", message } }) + DONE);
  }
}

/** Hops were told as they began and ended; model calls, and what the agent says of itself, are told here. */
function lastFrame(end: UmsTurnEnd): string {
  const { hops, modelCalls: model_calls } = end.trace;
  const report = { model_calls, agent_execution: reflectExecution(hops) };
  if (end.kind !== "answered") return frame({ error: failureOf(end), ...report });
  return chunk("", "stop", { ...(end.approval ? { approval: end.approval } : {}), ...report });
}

function chunk(content: string, finish_reason: "stop" | null, extensions: object = {}): string {
  const delta = finish_reason === null ? { content } : {};
  return frame({ choices: [{ index: 0, delta, finish_reason }], ...extensions });
}

function frame(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
