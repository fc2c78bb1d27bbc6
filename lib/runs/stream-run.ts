import "server-only";
/** A run's public projection as a byte stream for one browser. */
import type { Actor } from "../access/actor.ts";
import { followRun } from "./follow-run.ts";
import { deltaFrame, eventFrame, KEEP_ALIVE_FRAME } from "./sse-frames.ts";

const KEEP_ALIVE_MS = 15_000;
/** A reader that falls this far behind is cut; it comes back with its offset. */
const BACKLOG_MAX_BYTES = 1024 * 1024;

/**
 * @param from UTF-16 offset that the reader already holds
 * @returns `text/event-stream` bytes; resolves once everything that can be refused was checked
 * @throws AppError `not-found`
 */
export async function streamRun(
  actor: Actor,
  runId: string,
  from: number,
): Promise<ReadableStream<Uint8Array>> {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let keepAlive: NodeJS.Timeout | undefined;
  let unfollow: (() => void) | undefined;

  const release = () => {
    clearInterval(keepAlive);
    unfollow?.();
    controller = undefined;
  };
  const close = () => {
    const open = controller;
    release();
    open?.close();
  };
  const write = (frame: string) => {
    if (!controller) return;
    controller.enqueue(Buffer.from(frame));
    if ((controller.desiredSize ?? 0) < 0) close();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (started) => {
        controller = started;
      },
      cancel: release,
    },
    { highWaterMark: BACKLOG_MAX_BYTES, size: (chunk) => chunk?.byteLength ?? 0 },
  );
  let ended = false;
  const stop = await followRun(actor, runId, from, {
    onSnapshot: (snapshot) => write(eventFrame("snapshot", snapshot)),
    onDelta: (offset, text) => write(deltaFrame(offset, text)),
    onStatus: (status) => write(eventFrame("status", status)),
    onEnd: (end) => {
      ended = true;
      write(eventFrame("end", end));
      close();
    },
  });
  if (ended) stop();
  else {
    unfollow = stop;
    keepAlive = setInterval(() => write(KEEP_ALIVE_FRAME), KEEP_ALIVE_MS);
  }
  return body;
}
