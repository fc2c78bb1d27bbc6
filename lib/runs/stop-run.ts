import "server-only";
/** Stops a run: directly if this process holds it, else by a notification to the process that does. */
import type { Actor } from "../access/actor.ts";
import { requestStop } from "../db/runs/request-stop.ts";
import { runRegistry } from "./run-registry.ts";

/** Stopping a run that is over changes nothing. @throws AppError `not-found` */
export async function stopRun(actor: Actor, runId: string): Promise<void> {
  await requestStop(actor, runId);
  runRegistry().runs.get(runId)?.abort.abort("stopped");
}
