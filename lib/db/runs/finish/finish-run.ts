/** Ends a run in one transaction: last events, answer, figures and all it leaves behind commit together or not at all. */
import "server-only";
import type { LogEvent } from "../../../contracts/run/log-event.ts";
import type { RunResult } from "../../../contracts/run/run-work.ts";
import { db } from "../../client.ts";
import { runFinishStatement } from "./finish-run-statement.ts";

export type FinishRun = RunResult & {
  runId: string;
  leaseOwner: string;
  answer: string;
  /** Events that no flush has stored yet; the last is `run.ended`. */
  events: readonly LogEvent[];
};

/** @returns false if the lease was lost: nothing was written, and another process ends this run */
export function finishRun(input: FinishRun): Promise<boolean> {
  return runFinishStatement(input);
}

/** Whether a run of this owner has ended in this way: an attempt may have arrived although its answer was lost. */
export async function hasEndedAs({
  runId: id,
  leaseOwner,
  ending: status,
  reason,
}: Pick<FinishRun, "runId" | "leaseOwner" | "ending" | "reason">): Promise<boolean> {
  const where = { id, leaseOwner, status, reason };
  return (await db().run.findFirst({ where, select: { id: true } })) !== null;
}
