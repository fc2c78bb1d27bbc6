/**
 * Runs a turn's work detached from its request. The end is stored before readers are told, unless storing takes too
 * long: then they are told that it was interrupted.
 */
import "server-only";
import { bus } from "../bus/bus.ts";
import { MESSAGE_MAX_BYTES } from "../bus/limits.ts";
import type { PublicEvent } from "../contracts/public/public-event.ts";
import { startClock } from "../contracts/run/run-clock.ts";
import {
  NO_ARTIFACTS,
  noFigures,
  type RunPorts,
  type RunResult,
  type RunWork,
} from "../contracts/run/run-work.ts";
import { saveMadeFiles } from "../db/attachments/save-made-files.ts";
import { settings } from "../env/settings.ts";
import { AppError } from "../errors/app-error.ts";
import { throughGlass } from "../glass/through-glass.ts";
import { log } from "../log/log.ts";
import { flushUntilStored } from "./flush-runs.ts";
import { INTERRUPT_GRACE_MS, MESSAGE_TEXT_MAX_CHARS } from "./limits.ts";
import { hasOtherInstances } from "./process/instances.ts";
import { RunLog } from "./run-log.ts";
import { type LocalRun, runRegistry, signOrLose } from "./run-registry.ts";
import { waitingEnds } from "./storage-failure.ts";
import { INTERRUPTED, storeEnd } from "./store-end.ts";
import { type AnswerText, catchUp, directText } from "./takeover/catch-up.ts";
import type { LogHead } from "./takeover/log-head.ts";
import { runTopic } from "./topics.ts";

/** Sent instead of an event that is too large for one message. */
const READ_THE_LOG = "null";

type Begun = {
  runId: string;
  answerMessageId: string;
  userId: string;
  /** The text that the answer begins with, where it continues another. Nothing that happens can lose it. */
  soFar?: string;
  /** Where its log stands, if another process began it. */
  head?: LogHead;
};

/**
 * Starts the work and returns at once.
 * @param afterEnd begins what follows a stored end; nobody waits for it
 */
export function executeRun(begun: Begun, work: RunWork, afterEnd?: () => void): void {
  const registry = runRegistry();
  const { runId, answerMessageId, head } = begun;
  const onDirty = (dirty: RunLog) => void registry.dirty.add(dirty);
  const runLog = new RunLog(runId, answerMessageId, onDirty, head);
  const text = head ? catchUp(runLog, head.starts) : directText(runLog);
  publishRun(runLog);
  if (begun.soFar) text.emit(begun.soFar);
  runLog.hold(performance.now() + settings().RUN_LEASE_MS);
  const run: LocalRun = {
    ownerId: begun.userId,
    log: runLog,
    abort: new AbortController(),
    done: Promise.resolve(),
  };
  registry.runs.set(runId, run);
  run.done = registry.outside(() =>
    settle(run, text, work, afterEnd).finally(() => registry.runs.delete(runId)),
  );
  if (registry.isEnding && !hasOtherInstances()) run.abort.abort("interrupted");
}

async function settle(
  run: LocalRun,
  text: AnswerText,
  work: RunWork,
  afterEnd?: () => void,
): Promise<void> {
  const done = await perform(run, text, work);
  if (run.abort.signal.reason === "handed-over") return;
  // If the run is cut before it has caught up, the text already shown stays.
  if (!run.abort.signal.aborted) text.settle(done.ending === "complete");
  const result = isCutShort(done, run.log) ? { ...done, ...INTERRUPTED } : done;
  const { ending, reason } = result;
  const tail = signOrLose(run.log, run, () => run.log.end({ type: "run.ended", ending, reason }));
  runRegistry().dirty.delete(run.log);
  if (!tail) return run.log.abandon();
  const outcome = await storeEnd(run, result, tail);
  // This process was cut off from the database for longer than its lease. Another instance may have the run by now, so this
  // one tells its readers no end.
  const mayBeElsewhere = outcome === "waiting" && !run.log.isHeld && hasOtherInstances();
  if (mayBeElsewhere) waitingEnds().delete(run.log.runId);
  if (outcome === "lost" || mayBeElsewhere) run.log.abandon();
  else run.log.close(outcome === "stored" ? { ending, reason } : INTERRUPTED);
  if (outcome === "stored") afterEnd?.();
}

/** After a takeover the model said nothing: the text shown is a cut answer. */
function isCutShort({ ending }: RunResult, { isTakenOver, text }: RunLog): boolean {
  return isTakenOver && ending === "empty" && text.trim() !== "";
}

async function perform(
  { log: runLog, abort, ownerId }: LocalRun,
  answer: AnswerText,
  work: RunWork,
): Promise<RunResult> {
  let isOpen = true;
  const clock = startClock();
  const { end: endAnswer, ...seen } = throughGlass(
    {
      appendEvent: (body) => {
        if (isOpen) runLog.appendEvent(body);
      },
      emitText: (text) => {
        if (isOpen && !abort.signal.aborted) answer.emit(text);
      },
      answer: () => answer.read(),
    },
    answer.read(),
  );
  const ports: RunPorts = {
    ...seen,
    emitStatus: (status, position) => {
      if (isOpen) runLog.emitStatus(status, position);
    },
    answer: () => (abort.signal.aborted ? runLog.text : seen.answer()),
    persistChanges: () => flushUntilStored(runLog, "context.changed", abort.signal),
    persistCalls: () => flushUntilStored(runLog, "tool.called", abort.signal),
    keepFiles: (files, hopRef) =>
      saveMadeFiles({ runId: runLog.runId, leaseOwner: runRegistry().instanceId }, hopRef, files),
    turn: { runId: runLog.runId, userId: ownerId },
    clock,
    signal: abort.signal,
  };
  try {
    const result = await Promise.race([work(ports), whenGivenUp(abort.signal)]);
    return abort.signal.aborted ? { ...result, ...endOfAborted(abort.signal) } : result;
  } catch (error) {
    log().error({ runId: runLog.runId, err: error }, "run failed");
    const reason = error instanceof AppError ? error.code : "internal";
    const end = abort.signal.aborted
      ? endOfAborted(abort.signal)
      : { ending: "failed" as const, reason };
    return {
      ...end,
      totals: { agentId: null, ...noFigures() },
      ...NO_ARTIFACTS,
      isUnsettled: true,
    };
  } finally {
    endAnswer();
    clock.end();
    isOpen = false;
  }
}

/** Rejects some time after the run was interrupted, because the work itself may hang. */
function whenGivenUp(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => {
      if (signal.reason !== "interrupted" && signal.reason !== "handed-over") return;
      const giveUp = () => reject(new AppError("interrupted", { detail: "the work hangs" }));
      setTimeout(giveUp, INTERRUPT_GRACE_MS).unref();
    });
  });
}

/** An abort without a reason of ours counts as a stop. */
function endOfAborted(signal: AbortSignal): Pick<RunResult, "ending" | "reason"> {
  const { reason } = signal;
  return reason === "interrupted" || reason === "lease-lost"
    ? { ending: "interrupted", reason }
    : { ending: "stopped", reason: null };
}

/**
 * Publishes the public events of a run to readers on other instances, many in one message. Stops when the run is over.
 * Publishes nothing if there is no other instance and nobody here listens.
 */
function publishRun(runLog: RunLog): void {
  const topic = runTopic(runLog.runId);
  let waiting: PublicEvent[] = [];
  const take = () => {
    const events = waiting;
    waiting = [];
    // A process that was frozen meanwhile says nothing; readers read the log for what they miss.
    return runLog.isHeld ? events.flatMap(toMessages) : [];
  };
  runLog.subscribe((event) => {
    if (!hasOtherInstances() && !bus().isHeard(topic)) return;
    const last = waiting.at(-1);
    if (last?.type === "delta" && event.type === "delta") {
      last.text += event.text;
      return;
    }
    if (waiting.length === 0 && !bus().publish(topic, take)) return;
    waiting.push({ ...event });
  });
}

function toMessages(event: PublicEvent): string[] {
  if (event.type !== "delta") {
    const message = JSON.stringify(event);
    return [Buffer.byteLength(message) <= MESSAGE_MAX_BYTES ? message : READ_THE_LOG];
  }
  const { offset, text } = event;
  const messages: string[] = [];
  for (let at = 0; at < text.length; at += MESSAGE_TEXT_MAX_CHARS) {
    const part = text.slice(at, at + MESSAGE_TEXT_MAX_CHARS);
    messages.push(JSON.stringify({ type: "delta", offset: offset + at, text: part }));
  }
  return messages;
}
