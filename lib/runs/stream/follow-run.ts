import "server-only";
/** Follows the public projection of a run from an offset: from memory if it runs here, else from the stored log. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { PublicSnapshot } from "../../contracts/public/public-event.ts";
import { toPublicEvent } from "../../contracts/public/to-public-event.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { getRunSnapshot, type RunSnapshot } from "../../db/runs/get-run-snapshot.ts";
import { AppError } from "../../errors/app-error.ts";
import { log } from "../../log/log.ts";
import { STORED_RUN_LOOK_MS } from "../limits.ts";
import type { PublicListener } from "../run-log.ts";
import { runRegistry } from "../run-registry.ts";
import { waitingEnds } from "../storage-trouble.ts";
import { INTERRUPTED } from "../store-end.ts";
import { watchRun } from "./watch-runs.ts";

/** Receives one snapshot, then updates, then the end. */
export type PublicSink = {
  onSnapshot(snapshot: PublicSnapshot): void;
  onEvent: PublicListener;
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
  return runLog.subscribe(sink.onEvent);
}

/** The stored run; one whose end waits to be stored has ended for its readers. */
async function readRun(actor: Actor, runId: string): Promise<RunSnapshot> {
  const stored = await getRunSnapshot(actor, runId);
  const text = waitingEnds().get(runId);
  return text === undefined || stored.ending !== null
    ? stored
    : { ...stored, text, ...INTERRUPTED };
}

/** Follows a finished run or one of another process by reading the stored log on every notification. */
function followStoredRun(
  actor: Actor,
  runId: string,
  from: number,
  sink: PublicSink,
  first: RunSnapshot,
): () => void {
  const { answerMessageId, seq, status, statusForMs: forMs } = first;
  const text = textFrom(first.text, first.isTakenOver ? 0 : from);
  sink.onSnapshot({ answerMessageId, seq, status, forMs, ...text });
  let seen = first;
  let reading = false;
  let again = false;

  const tell = (publicSeq: number, body: LogEventBody) => {
    const event = toPublicEvent({ publicSeq, body });
    if (event) sink.onEvent(event);
  };
  const show = (next: RunSnapshot) => {
    const offset = seen.text.length;
    if (!next.text.startsWith(seen.text)) {
      tell(next.seq, { type: "answer.restarted", offset: 0, text: next.text });
    } else if (next.text.length > offset) {
      tell(next.seq, { type: "answer.delta", offset, text: next.text.slice(offset) });
    }
    for (const { publicSeq, body } of next.events) {
      // Send the end last, from the run's row; the sources just before it, to every reader.
      if (body.type === "run.ended" || body.type === "answer.restarted") continue;
      if (publicSeq > seen.seq || body.type === "sources.shown") tell(publicSeq, body);
    }
    seen = next;
    const { ending, reason } = next;
    if (ending === null) return;
    stop();
    tell(next.seq, { type: "run.ended", ending, reason });
  };
  const look = async () => {
    again = reading;
    if (reading) return;
    reading = true;
    try {
      show(await getRunSnapshot(actor, runId));
    } catch (error) {
      log().warn({ runId, err: error }, "a stored run could not be read");
    } finally {
      reading = false;
      if (again) void look();
    }
  };
  const timer = setInterval(() => void look(), STORED_RUN_LOOK_MS);
  const unwatch = watchRun(runId, () => void look());
  const stop = () => {
    clearInterval(timer);
    unwatch();
  };
  if (first.ending !== null) show(first);
  return stop;
}

/**
 * The missing part of an answer; all of it if the reader's offset is beyond the text. All of it goes to readers of a run
 * that was taken over, too: what they have may never have been stored, and they compare.
 */
function textFrom(text: string, from: number): { offset: number; text: string } {
  const offset = from <= text.length ? from : 0;
  return { offset, text: text.slice(offset) };
}
