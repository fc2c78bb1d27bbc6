import "server-only";
/** Writes a run's public projection to one browser as `text/event-stream`, as it happens. */
import type { ServerResponse } from "node:http";
import type { Actor } from "../../access/actor.ts";
import { countStream } from "../instances.ts";
import { STREAM_BACKLOG_MAX_BYTES, STREAM_KEEP_ALIVE_MS } from "../limits.ts";
import { followRun } from "./follow-run.ts";
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
  let keepAlive: NodeJS.Timeout | undefined;
  let unfollow: (() => void) | undefined;
  let isOver = false;

  const release = () => {
    if (isOver) return;
    isOver = true;
    countStream(-1);
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
    if (!waiting) return;
    const { offset, text } = waiting;
    waiting = null;
    write(deltaFrame(offset, text));
  };

  countStream(1);
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
          setImmediate(writeWaiting);
        }
        return;
      }
      writeWaiting();
      write(eventFrame(event));
      if (event.type !== "end") return;
      release();
      response.end();
    },
  });
  if (isOver) return stop();
  unfollow = stop;
  keepAlive = setInterval(() => write(KEEP_ALIVE_FRAME), STREAM_KEEP_ALIVE_MS);
}
