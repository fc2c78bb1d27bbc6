/**
 * Stops a run wherever it is: directly if this process holds it, else by a row that its process reads. The bus makes that
 * fast.
 */
import "server-only";
import type { Actor } from "../access/actor.ts";
import { bus } from "../bus/bus.ts";
import { requestStop } from "../db/runs/lease/leases.ts";
import { runRegistry } from "./run-registry.ts";
import { STOPS } from "./topics.ts";

/** Stopping a run that is over changes nothing. @throws AppError `not-found` */
export async function stopRun(actor: Actor, runId: string): Promise<void> {
  await requestStop(actor, runId);
  stopAnywhere(runId);
}

/** Without a row: a stop that must not be lost needs one, too. */
export function stopAnywhere(runId: string): void {
  if (!stopHere(runId)) bus().publish(STOPS, () => [runId]);
}

/** Stops the runs that other processes name. */
export function hearStops(): void {
  bus().subscribe(STOPS, stopHere);
}

/** @returns whether this process has it */
function stopHere(runId: string): boolean {
  const run = runRegistry().runs.get(runId);
  run?.abort.abort("stopped");
  return run !== undefined;
}
