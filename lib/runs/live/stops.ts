import "server-only";
/** Stops that another instance was asked for. Each is a row, too: the bus makes it fast. */
import { bus } from "../../bus/bus.ts";
import { runRegistry } from "../run-registry.ts";
import { STOPS } from "./topics.ts";

export function hearStops(): void {
  bus().subscribe(STOPS, (runId) => runRegistry().runs.get(runId)?.abort.abort("stopped"));
}

export function tellStop(runId: string): void {
  bus().publish(STOPS, () => [runId]);
}
