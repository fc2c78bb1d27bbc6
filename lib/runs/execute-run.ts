import "server-only";
/** Runs a turn's work detached from the request that began it. Its end is stored before anybody hears of it. */
import {
  NO_ARTIFACTS,
  type RunPorts,
  type RunResult,
  type RunWork,
} from "../contracts/run-work.ts";
import { finishRun } from "../db/runs/finish-run.ts";
import { AppError } from "../errors/app-error.ts";
import { personText } from "../errors/person-text.ts";
import { untilTurn } from "../event-loop/until-turn.ts";
import { log } from "../log/log.ts";
import { RunLog } from "./run-log.ts";
import { type LocalRun, runRegistry } from "./run-registry.ts";
import { stopReasonOf } from "./stop-reason.ts";

type Begun = { runId: string; answerMessageId: string; userId: string };

const FINISH_ATTEMPTS = 5;
const FINISH_RETRY_MS = 500;

/** Begins the work and returns; nobody has to wait for it. */
export function executeRun(begun: Begun, work: RunWork): void {
  const registry = runRegistry();
  const runLog = new RunLog(begun.runId, begun.answerMessageId, (dirty) =>
    registry.dirty.add(dirty),
  );
  const run: LocalRun = {
    ownerId: begun.userId,
    log: runLog,
    abort: new AbortController(),
    done: Promise.resolve(),
  };
  registry.runs.set(begun.runId, run);
  run.done = registry.outside(() =>
    settle(run, work).finally(() => registry.runs.delete(begun.runId)),
  );
}

async function settle(run: LocalRun, work: RunWork): Promise<void> {
  await untilTurn("going-on");
  const result = await perform(run, work);
  const { ending, reason } = result;
  const tail = run.log.end({ type: "run.ended", ending, reason });
  runRegistry().dirty.delete(run.log);
  const stored = await store(run.log, result, tail);
  const shown = stored
    ? { ending, reason }
    : { ending: "interrupted" as const, reason: "lease-lost" };
  run.log.close({
    ending: shown.ending,
    notice: shown.reason === null ? null : personText(shown.reason),
  });
}

async function perform({ log: runLog, abort }: LocalRun, work: RunWork): Promise<RunResult> {
  const ports: RunPorts = {
    appendEvent: (body) => runLog.appendEvent(body),
    emitStatus: (status) => runLog.emitStatus(status),
    emitText: (text) => {
      if (!abort.signal.aborted) runLog.emitText(text);
    },
    answer: () => runLog.text,
    signal: abort.signal,
  };
  try {
    const result = await work(ports);
    return abort.signal.aborted ? { ...result, ...endOfAborted(abort.signal) } : result;
  } catch (error) {
    log().error({ runId: runLog.runId, err: error }, "run failed");
    const reason = error instanceof AppError ? error.code : "internal";
    const end = abort.signal.aborted
      ? endOfAborted(abort.signal)
      : { ending: "failed" as const, reason };
    return { ...end, totals: EMPTY_TOTALS, ...NO_ARTIFACTS };
  }
}

const EMPTY_TOTALS: RunResult["totals"] = {
  agentId: null,
  model: null,
  rounds: 0,
  modelCalls: 0,
  toolCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
};

function endOfAborted(signal: AbortSignal): Pick<RunResult, "ending" | "reason"> {
  const why = stopReasonOf(signal);
  return why === "stopped"
    ? { ending: "stopped", reason: null }
    : { ending: "interrupted", reason: why };
}

async function store(runLog: RunLog, result: RunResult, tail: ReturnType<RunLog["end"]>) {
  const registry = runRegistry();
  for (let attempt = 1; attempt <= FINISH_ATTEMPTS; attempt += 1) {
    try {
      // A flush on its way holds earlier events of this run: they must land before its end does.
      await registry.flushing;
      // Where others are at work a flush is near, and one notification does for many.
      const tells = registry.runs.size === 1;
      const isStored = await finishRun({
        ...result,
        tells,
        runId: runLog.runId,
        leaseOwner: registry.instanceId,
        answer: runLog.text,
        events: [...runLog.takePending(), ...tail],
      });
      if (isStored && !tells) registry.ended.add(runLog.runId);
      return isStored;
    } catch (error) {
      log().error({ runId: runLog.runId, attempt, err: error }, "a run's end could not be stored");
      await new Promise((resolve) => setTimeout(resolve, FINISH_RETRY_MS * attempt));
    }
  }
  return false;
}
