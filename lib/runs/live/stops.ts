/** Stops a run wherever it is. Each stop that must not be lost is a row, too: the bus makes it fast. */
import "server-only";
import { bus } from "../../bus/bus.ts";
import { runRegistry } from "../run-registry.ts";
import { STOPS } from "./topics.ts";

export function hearStops(): void {
  bus().subscribe(STOPS, stopHere);
}

export function stopAnywhere(runId: string): void {
  if (!stopHere(runId)) bus().publish(STOPS, () => [runId]);
}

/** @returns whether this process has it */
function stopHere(runId: string): boolean {
  const run = runRegistry().runs.get(runId);
  run?.abort.abort("stopped");
  return run !== undefined;
}
