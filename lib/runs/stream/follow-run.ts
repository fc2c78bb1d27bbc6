import "server-only";
/** Follows the public projection of a run from an offset: from memory if it runs here, else from the stored log. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { bus } from "../../bus/bus.ts";
import type { PublicEvent, PublicSnapshot } from "../../contracts/public/public-event.ts";
import { toPublicEvent } from "../../contracts/public/to-public-event.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { getRunSnapshot, type RunSnapshot } from "../../db/runs/get-run-snapshot.ts";
import { AppError } from "../../errors/app-error.ts";
import { log } from "../../log/log.ts";
import { BUS_LOST_LOOK_MS, TICKS_PER_LOOK } from "../limits.ts";
import { hearRun } from "../live/hear-run.ts";
import type { PublicListener } from "../run-log.ts";
import { runRegistry } from "../run-registry.ts";
import { waitingEnds } from "../storage-trouble.ts";
import { INTERRUPTED } from "../store-end.ts";

/** Receives one snapshot, then updates, then the end. */
export type PublicSink = {
  onSnapshot(snapshot: PublicSnapshot): void;
  onEvent: PublicListener;
  /** The run goes on in another process: this one will say nothing more of it. */
  onGone(): void;
};

/**
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
  if (!local) return followStoredRun(actor, runId, from, sink, await readRun(actor, runId));
  if (local.ownerId !== actor.userId) throw new AppError("not-found");
  const { log: runLog } = local;
  const { answerMessageId, publicSeq: seq, status, statusAt } = runLog;
  const forMs = Math.max(0, Date.now() - statusAt);
  const text = textFrom(runLog.text, runLog.isTakenOver ? 0 : from);
  sink.onSnapshot({ answerMessageId, seq, status, forMs, ...text });
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

/** Follows a finished run, or one of another instance: over the bus, and by the stored log for what was missed. */
function followStoredRun(
  actor: Actor,
  runId: string,
  from: number,
  sink: PublicSink,
  first: RunSnapshot,
): () => void {
  const { answerMessageId, status, statusForMs: forMs } = first;
  let { text, seq } = first;
  let isOver = false;
  let reading = false;
  let again = false;
  const shown = textFrom(text, first.isTakenOver ? 0 : from);
  sink.onSnapshot({ answerMessageId, seq, status, forMs, ...shown });

  const end = (event: PublicEvent) => {
    stop();
    sink.onEvent(event);
  };
  const tell = (publicSeq: number, body: LogEventBody) => {
    const event = toPublicEvent({ publicSeq, body });
    if (event) sink.onEvent(event);
  };
  /** @returns false where something before it is missing */
  const hear = (event: PublicEvent): boolean => {
    if (event.type === "delta") {
      if (event.offset > text.length) return false;
      // Known already: from the log, or told again by a process that was frozen.
      if (text.startsWith(event.text, event.offset)) return true;
      // What was told by a process that died may differ; what comes now holds.
      text = text.slice(0, event.offset) + event.text;
      sink.onEvent(event);
      return true;
    }
    if (event.seq <= seq) return true;
    if (event.seq > seq + 1) return false;
    seq = event.seq;
    if (event.type === "restart") text = text.slice(0, event.offset) + event.text;
    if (event.type === "end") end(event);
    else sink.onEvent(event);
    return true;
  };
  const show = (next: RunSnapshot) => {
    // The log is behind the bus while nothing was missed.
    const isBehind = next.ending === null && text.startsWith(next.text);
    if (!isBehind && next.text !== text) {
      const offset = next.text.startsWith(text) ? text.length : 0;
      tell(next.seq, { type: "answer.delta", offset, text: next.text.slice(offset) });
      ({ text } = next);
    }
    for (const { publicSeq, body } of next.events) {
      // Send the end last, from the run's row; the sources just before it, to every reader.
      if (body.type === "run.ended" || body.type === "answer.restarted") continue;
      if (publicSeq > seq || body.type === "sources.shown") tell(publicSeq, body);
    }
    seq = Math.max(seq, next.seq);
    const { ending, reason } = next;
    if (ending === null) return;
    stop();
    tell(next.seq, { type: "run.ended", ending, reason });
  };
  const look = async () => {
    again = reading;
    if (reading || isOver) return;
    reading = true;
    try {
      const next = await getRunSnapshot(actor, runId);
      if (!isOver) show(next);
    } catch (error) {
      log().warn({ runId, err: error }, "a stored run could not be read");
    } finally {
      reading = false;
      if (again) void look();
    }
  };
  const stopLooking = lookAgain(look);
  const unhear = hearRun(runId, {
    onEvent: (event) => {
      if (!isOver && !hear(event)) void look();
    },
    onDoubt: () => void look(),
  });
  const stop = () => {
    isOver = true;
    stopLooking();
    unhear();
  };
  if (first.ending !== null) show(first);
  // Something may have happened before it was heard.
  else void look();
  return stop;
}

/** Reads the log now and then, in case a message was lost; often while the bus is. */
function lookAgain(look: () => Promise<void>): () => void {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
    if (!bus().isOpen() || ticks % TICKS_PER_LOOK === 0) void look();
  }, BUS_LOST_LOOK_MS);
  return () => clearInterval(timer);
}

/**
 * The missing part of an answer; all of it if the reader's offset is beyond the text. All of it goes to readers of a run
 * that was taken over, too: what they have may never have been stored, and they compare.
 */
function textFrom(text: string, from: number): { offset: number; text: string } {
  const offset = from <= text.length ? from : 0;
  return { offset, text: text.slice(offset) };
}
