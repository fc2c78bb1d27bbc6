/** Follows the public projection of a run from an offset: from memory if it runs here, else from the stored log. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { PublicSnapshot } from "../../contracts/public/public-event.ts";
import { getRunSnapshot, type RunSnapshot } from "../../db/runs/get-run-snapshot.ts";
import { AppError } from "../../errors/app-error.ts";
import type { PublicListener } from "../run-log.ts";
import { runRegistry } from "../run-registry.ts";
import { waitingEnds } from "../storage-trouble.ts";
import { INTERRUPTED } from "../store-end.ts";
import { followStoredRun } from "./follow-stored-run.ts";

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
  if (!local) {
    const first = await readRun(actor, runId);
    const { answerMessageId, seq, status, position, statusForMs: forMs } = first;
    const text = textFrom(first.text, first.isTakenOver ? 0 : from);
    sink.onSnapshot({ answerMessageId, seq, status, position, forMs, ...text });
    return followStoredRun(actor, runId, first, sink.onEvent);
  }
  if (local.ownerId !== actor.userId) throw new AppError("not-found");
  const { log: runLog } = local;
  const { answerMessageId, publicSeq: seq, status, position, statusAt } = runLog;
  const forMs = Math.max(0, Date.now() - statusAt);
  const text = textFrom(runLog.text, runLog.isTakenOver ? 0 : from);
  sink.onSnapshot({ answerMessageId, seq, status, position, forMs, ...text });
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

/**
 * The missing part of an answer; all of it if the reader's offset is beyond the text. All of it goes to readers of a run
 * that was taken over, too: what they have may never have been stored, and they compare.
 */
function textFrom(text: string, from: number): { offset: number; text: string } {
  const offset = from <= text.length ? from : 0;
  return { offset, text: text.slice(offset) };
}
