import "server-only";
/** Follows the public projection of a run from an offset: from memory where it runs here, else from the stored log. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { PublicSnapshot } from "../../contracts/public-event.ts";
import { getRunSnapshot, type RunSnapshot } from "../../db/runs/get-run-snapshot.ts";
import { AppError } from "../../errors/app-error.ts";
import { personText } from "../../errors/person-text.ts";
import { log } from "../../log/log.ts";
import { STORED_RUN_LOOK_MS } from "../limits.ts";
import type { PublicListener } from "../run-log.ts";
import { runRegistry } from "../run-registry.ts";
import { watchRun } from "./watch-runs.ts";

/** Receives one snapshot, then what follows, then the end. */
export type PublicSink = PublicListener & { onSnapshot(snapshot: PublicSnapshot): void };

/**
 * @param from UTF-16 offset that the reader already holds
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
  if (!local) return followStoredRun(actor, runId, from, sink, await getRunSnapshot(actor, runId));
  if (local.ownerId !== actor.userId) throw new AppError("not-found");
  const { log: runLog } = local;
  const { answerMessageId, publicSeq: seq, status } = runLog;
  sink.onSnapshot({ answerMessageId, seq, status, ...textFrom(runLog.text, from) });
  return runLog.subscribe(sink);
}

/** Follows a run that another process holds, or that is over: reads the stored log whenever it has news. */
function followStoredRun(
  actor: Actor,
  runId: string,
  from: number,
  sink: PublicSink,
  first: RunSnapshot,
): () => void {
  const { answerMessageId, seq, status } = first;
  sink.onSnapshot({ answerMessageId, seq, status, ...textFrom(first.text, from) });
  let seen = first;
  let reading = false;
  let again = false;

  const show = (next: RunSnapshot) => {
    if (next.text.length > seen.text.length) {
      sink.onDelta(seen.text.length, next.text.slice(seen.text.length));
    }
    if (next.status && next.status !== seen.status) {
      sink.onStatus({ seq: next.seq, status: next.status });
    }
    seen = next;
    if (next.ending === null) return;
    stop();
    const notice = next.reason === null ? null : personText(next.reason);
    sink.onEnd({ seq: next.seq, ending: next.ending, notice });
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

/** The part of an answer that a reader lacks; everything where the reader claims to hold more than there is. */
function textFrom(text: string, from: number): { offset: number; text: string } {
  const offset = from <= text.length ? from : 0;
  return { offset, text: text.slice(offset) };
}
