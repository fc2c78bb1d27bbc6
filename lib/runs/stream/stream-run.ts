/** Writes a run's public projection to one browser as `text/event-stream`, as it happens. */
import "server-only";
import type { ServerResponse } from "node:http";
import type { Actor } from "../../access/actor.ts";
import { STREAM_BACKLOG_MAX_BYTES, STREAM_KEEP_ALIVE_MS } from "../limits.ts";
import { runRegistry } from "../run-registry.ts";
import { followRun } from "./follow-run.ts";
import { openStreams } from "./open-streams.ts";
import { deltaFrame, eventFrame, KEEP_ALIVE_FRAME, snapshotFrame } from "./sse-frames.ts";

/**
 * Resolves once all checks have passed and the snapshot is written.
 * @param from UTF-16 offset up to which the reader has the text
 * @throws AppError `not-found`, before anything is written
 */
export async function streamRun(
  actor: Actor,
  runId: string,
  from: number,
  response: ServerResponse,
  headers: Record<string, string>,
): Promise<void> {
  // The reader may have left while the checks before this were made.
  if (response.closed) return;
  let waiting: { offset: number; text: string } | null = null;
  let isScheduled = false;
  const local = runRegistry().runs.get(runId);
  let keepAlive: NodeJS.Timeout | undefined;
  let unfollow: (() => void) | undefined;
  let isOver = false;

  const release = () => {
    if (isOver) return;
    isOver = true;
    openStreams().delete(close);
    clearInterval(keepAlive);
    unfollow?.();
  };
  const write = (frame: string) => {
    if (isOver) return;
    response.write(frame);
    // A reader that falls too far behind is disconnected; it reconnects with its offset.
    if (response.writableLength > STREAM_BACKLOG_MAX_BYTES) response.destroy();
  };
  const writeWaiting = () => {
    isScheduled = false;
    // Between a piece of text and its writing the process may have stood still, and its lease may have run out.
    if (!waiting || local?.log.isHeld === false) return;
    const { offset, text } = waiting;
    waiting = null;
    write(deltaFrame(offset, text));
  };
  const close = () => {
    release();
    response.end();
  };
  openStreams().add(close);
  response.once("close", release);
  const stop = await followRun(actor, runId, from, {
    onSnapshot: (snapshot) => {
      response.writeHead(200, headers);
      response.write(snapshotFrame(snapshot));
    },
    onEvent: (event) => {
      if (event.type === "delta") {
        // Join all deltas of one turn of the event loop into one write. Another instance's may overlap.
        const isNext = waiting && event.offset === waiting.offset + waiting.text.length;
        if (waiting && isNext) waiting.text += event.text;
        else {
          writeWaiting();
          waiting = { offset: event.offset, text: event.text };
        }
        if (!isScheduled) setImmediate(writeWaiting);
        isScheduled = true;
        return;
      }
      writeWaiting();
      write(eventFrame(event));
      if (event.type === "end") close();
    },
    // The browser comes back with its offset, to this process or another.
    onGone: () => {
      writeWaiting();
      close();
    },
  });
  if (isOver) return stop();
  if (runRegistry().isEnding) {
    stop();
    return close();
  }
  unfollow = stop;
  keepAlive = setInterval(() => write(KEEP_ALIVE_FRAME), STREAM_KEEP_ALIVE_MS);
}
