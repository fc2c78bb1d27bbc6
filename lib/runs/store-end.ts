/**
 * Stores the end of a run. It retries until the end is stored, the lease is lost, or the database has refused it several times.
 * Readers are told in time even if storing takes longer.
 */
import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import type { RunResult } from "../contracts/run/run-work.ts";
import { refusesAuditRows } from "../db/audit/record-audit.ts";
import { mayPass } from "../db/check-database.ts";
import { forgetDeploymentSpending } from "../db/limits/deployment-spending.ts";
import { finishRun, hasEndedAs } from "../db/runs/finish/finish-run.ts";
import { type SignedEvent, signAgain } from "../db/runs/signed-event.ts";
import { log } from "../log/log.ts";
import {
  FINISH_REFUSED_ATTEMPTS,
  FINISH_RETRY_MAX_MS,
  FINISH_RETRY_MS,
  READERS_WAIT_IN_TROUBLE_MS,
  READERS_WAIT_MS,
  STORAGE_HITCH_MS,
} from "./limits.ts";
import type { RunLog } from "./run-log.ts";
import { type LocalRun, runRegistry } from "./run-registry.ts";
import { failedEnds, storageFailingMs, waitingEnds } from "./storage-failure.ts";

export const INTERRUPTED = { ending: "interrupted", reason: "interrupted" } as const;

/**
 * `lost`: this process no longer owns the run, or the database refuses its end. `waiting`: the end is not stored yet, readers wait
 * no longer, and it will be stored as interrupted.
 */
export type EndOutcome = "stored" | "lost" | "waiting";

type End = {
  userId: string;
  result: RunResult;
  events: SignedEvent[];
  /** An attempt to store it has failed. */
  hasFailed: boolean;
  onTrailRefusal: () => void;
};

/** @param events the unstored events; the last is `run.ended` */
export async function storeEnd(
  { log: runLog, ownerId: userId }: Pick<LocalRun, "log" | "ownerId">,
  result: RunResult,
  events: SignedEvent[],
): Promise<EndOutcome> {
  const { unstored } = runRegistry();
  const refused = Promise.withResolvers<"waiting">();
  const onTrailRefusal = () => refused.resolve("waiting");
  const end: End = { userId, result, events, hasFailed: false, onTrailRefusal };
  unstored.add(runLog.runId);
  const storing = keepStoring(runLog, end).finally(() => {
    unstored.delete(runLog.runId);
    waitingEnds().delete(runLog.runId);
    failedEnds().delete(runLog.runId);
  });
  const waited = new AbortController();
  const late = untilLate(end, waited.signal);
  late.catch(() => undefined);
  const outcome = await Promise.race([storing, late, refused.promise]);
  waited.abort();
  if (outcome === "waiting") {
    waitingEnds().set(runLog.runId, runLog.text);
    end.result = { ...end.result, ...INTERRUPTED };
    end.events = end.events.map((event) =>
      event.body.type === "run.ended" ? signAgain(event, { ...event.body, ...INTERRUPTED }) : event,
    );
  }
  return outcome;
}

/** A database that refuses or is away is not waited for as long as a slow one. Rejects when `waited` is aborted. */
async function untilLate(end: End, waited: AbortSignal): Promise<"waiting"> {
  await delay(READERS_WAIT_IN_TROUBLE_MS, undefined, { signal: waited });
  if (!end.hasFailed && storageFailingMs() <= STORAGE_HITCH_MS)
    await delay(READERS_WAIT_MS - READERS_WAIT_IN_TROUBLE_MS, undefined, { signal: waited });
  return "waiting";
}

/** After an exception, accepted changes and the history of nodes are in the log alone. */
async function settleResult(runId: string, { result, events }: End): Promise<RunResult> {
  if (!result.isUnsettled) return result;
  // Loaded where a run fails by an exception: it needs every agent, and a server's start needs none.
  const { settleFailedRun } = await import("../db/runs/artifacts-from-log.ts");
  return { ...result, ...(await settleFailedRun(runId, events)) };
}

/**
 * Retries until the end is stored, the lease is lost, or the database has refused it several times. The statement is idempotent. A trail that refuses rows is waited
 * for like a database that is away: new turns are refused meanwhile.
 */
async function keepStoring(runLog: RunLog, end: End): Promise<"stored" | "lost"> {
  const registry = runRegistry();
  const { runId } = runLog;
  for (let attempt = 1, refused = 0; ; attempt += 1) {
    try {
      // A running flush holds earlier events of this run, which must be stored before its end.
      await registry.flushing;
      end.events = [...runLog.takePending(), ...end.events];
      const { userId, events } = end;
      const result = await settleResult(runId, end);
      const finish = { ...result, runId, userId, leaseOwner: registry.instanceId };
      const { text: answer, chain } = runLog;
      const isWritten = await finishRun({ ...finish, answer, events, chain });
      const isStored = isWritten || (attempt > 1 && (await hasEndedAs(finish)));
      forgetDeploymentSpending();
      return isStored ? "stored" : "lost";
    } catch (error) {
      end.hasFailed = true;
      failedEnds().add(runId);
      const refusesTrail = !mayPass(error) && (await refusesAuditRows());
      if (refusesTrail) end.onTrailRefusal();
      refused += mayPass(error) || refusesTrail ? 0 : 1;
      const level = attempt === 1 || refused === FINISH_REFUSED_ATTEMPTS ? "error" : "debug";
      log()[level]({ runId, attempt, err: error }, "a run's end could not be stored");
      if (refused === FINISH_REFUSED_ATTEMPTS) return "lost";
      await delay(Math.min(FINISH_RETRY_MS * attempt, FINISH_RETRY_MAX_MS));
    }
  }
}
