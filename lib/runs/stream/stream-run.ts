/** Writes a run's public projection to one browser as `text/event-stream`, as it happens. */
import "server-only";
import type { ServerResponse } from "node:http";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { isKept, type PublicSnapshot } from "../../contracts/public/public-event.ts";
import { textFrom } from "../../contracts/public/splice-text.ts";
import { getRunSnapshot, type RunSnapshot } from "../../db/runs/get-run-snapshot.ts";
import { AppError } from "../../errors/app-error.ts";
import { STREAM_BACKLOG_MAX_BYTES, STREAM_KEEP_ALIVE_MS } from "../limits.ts";
import type { PublicListener } from "../run-log.ts";
import { runRegistry } from "../run-registry.ts";
import { waitingEnds } from "../storage-failure.ts";
import { INTERRUPTED } from "../store-end.ts";
import { followStoredRun } from "./follow-stored-run.ts";
import { openStreams } from "./open-streams.ts";
import { deltaFrame, eventFrame, KEEP_ALIVE_FRAME } from "./sse-frames.ts";

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
      response.write(eventFrame(snapshot));
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

/** Receives one snapshot, then the kept events before it, every later event, and the end as the last. */
type PublicSink = {
  onSnapshot(snapshot: PublicSnapshot): void;
  onEvent: PublicListener;
  /** The run goes on in another process: this one will say nothing more of it. */
  onGone(): void;
};

/**
 * Follows the public projection of a run from an offset: from memory if it runs here, else from the stored log. All of
 * the answer goes to readers of a run that was taken over: what they have may never have been stored, and they compare.
 * @param from UTF-16 offset up to which the reader has the text
 * @returns the function that ends the following
 * @throws AppError `not-found` when there is no such run, or it is another person's
 */
export async function followRun(
  actor: Actor,
  runId: string,
  from: number,
  sink: PublicSink,
): Promise<() => void> {
  assertCan(actor, "chat:use");
  const local = runRegistry().runs.get(runId);
  if (!local) {
    const first = await readRun(actor, runId);
    sink.onSnapshot(snapshotFrom(first.isTakenOver ? 0 : from, first));
    first.events.filter(isKept).forEach(sink.onEvent);
    return followStoredRun(actor, runId, first, sink.onEvent);
  }
  if (local.ownerId !== actor.userId) throw new AppError("not-found");
  const { log: runLog } = local;
  sink.onSnapshot(snapshotFrom(runLog.isTakenOver ? 0 : from, runLog.snapshot()));
  runLog.kept.forEach(sink.onEvent);
  return runLog.subscribe(sink.onEvent, sink.onGone);
}

/** The stored run; one whose end waits to be stored has ended for its readers. */
async function readRun(actor: Actor, runId: string): Promise<RunSnapshot> {
  const stored = await getRunSnapshot(actor, runId);
  const text = waitingEnds().get(runId);
  return text === undefined || stored.ending !== null
    ? stored
    : { ...stored, text, ...INTERRUPTED };
}

/** The snapshot for a reader that has the text up to `from`. */
function snapshotFrom(from: number, whole: PublicSnapshot): PublicSnapshot {
  const { answerMessageId, seq, status, position, forMs } = whole;
  const { offset, text } = textFrom(whole.text, from);
  return { type: "snapshot", answerMessageId, offset, text, seq, status, position, forMs };
}
