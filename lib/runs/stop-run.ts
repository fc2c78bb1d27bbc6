/** Stops a run: directly if this process holds it, else by a row that its process reads, and the bus. */
import "server-only";
import type { Actor } from "../access/actor.ts";
import { requestStop } from "../db/runs/lease/leases.ts";
import { stopAnywhere } from "./live/stops.ts";

/** Stopping a run that is over changes nothing. @throws AppError `not-found` */
export async function stopRun(actor: Actor, runId: string): Promise<void> {
  await requestStop(actor, runId);
  stopAnywhere(runId);
}
