import "server-only";
/** A run's public projection as a byte stream for one browser, written to its connection as it happens. */
import type { ServerResponse } from "node:http";
import type { Actor } from "../access/actor.ts";
import { chunkOf } from "../contracts/body-chunk.ts";
import { atTickEnd } from "../event-loop/at-tick-end.ts";
import { followRun } from "./follow-run.ts";
import { deltaFrame, eventFrame, KEEP_ALIVE_FRAME } from "./sse-frames.ts";

const KEEP_ALIVE_MS = 15_000;
/** A reader that falls this far behind is cut; it comes back with its offset. */
const BACKLOG_MAX_BYTES = 1024 * 1024;

/**
 * Answers with `text/event-stream`; resolves once everything that can be refused was checked and the snapshot is written.
 * @param from UTF-16 offset that the reader already holds
 * @throws AppError `not-found`, before anything is written
 */
export async function streamRun(
  actor: Actor,
  runId: string,
  from: number,
  response: ServerResponse,
  headers: Record<string, string>,
): Promise<void> {
  let waiting: { offset: number; text: string } | null = null;
  let keepAlive: NodeJS.Timeout | undefined;
  let unfollow: (() => void) | undefined;
  let isOver = false;

  const release = () => {
    isOver = true;
    clearInterval(keepAlive);
    unfollow?.();
  };
  // Past the response, which would hold each frame back to the end of the tick, and write its chunk in three pieces.
  const write = (frame: string) => {
    if (isOver) return;
    const { socket } = response;
    if (socket) socket.write(response.chunkedEncoding ? chunkOf(frame) : frame);
    else response.write(frame);
    if (response.writableLength > BACKLOG_MAX_BYTES) response.destroy();
  };
  const writeWaiting = () => {
    if (!waiting) return;
    const { offset, text } = waiting;
    waiting = null;
    write(deltaFrame(offset, text));
  };
  const writeEvent = (...event: Parameters<typeof eventFrame>) => {
    writeWaiting();
    write(eventFrame(...event));
  };

  response.once("close", release);
  const stop = await followRun(actor, runId, from, {
    onSnapshot: (snapshot) => {
      response.writeHead(200, headers);
      response.write(eventFrame("snapshot", snapshot));
    },
    onDelta: (offset, text) => {
      if (waiting) waiting.text += text;
      else {
        waiting = { offset, text };
        atTickEnd(writeWaiting);
      }
    },
    onStatus: (status) => writeEvent("status", status),
    onEnd: (end) => {
      writeEvent("end", end);
      release();
      response.end();
    },
  });
  if (isOver) return stop();
  unfollow = stop;
  keepAlive = setInterval(() => write(KEEP_ALIVE_FRAME), KEEP_ALIVE_MS);
}
