/** Keeps several server processes on one port, and ends them together. Connections go to them in turn (`node:cluster`). */
import cluster, { type Worker } from "node:cluster";
import { constants } from "node:os";
import { AggregatorRegistry } from "prom-client";
import { FiguresAsked, type FiguresTold } from "../../lib/contracts/worker-messages.ts";
import { settings } from "../../lib/env/settings.ts";
import { WORKER_RESTART_PAUSE_MS } from "../limits.ts";

/** A worker that is started again has the name of the one before it, and goes on with its runs at once. */
export function keepWorkers(count: number): void {
  const { HALFSILVER_INSTANCE: instance } = settings();
  const figures = new AggregatorRegistry();
  const alive = new Set<Worker>();
  let ending: NodeJS.Signals | null = null;

  const start = (place: number) => {
    const name = instance ? `${instance}.${place}` : "";
    const worker = cluster.fork({ HALFSILVER_INSTANCE: name });
    alive.add(worker);
    // Sending to a worker that was just killed fails. Its exit is handled below.
    worker.on("error", () => undefined);
    worker.on("message", (message) => void tellFigures(worker, message, figures));
    worker.once("exit", (code, signal) => {
      alive.delete(worker);
      if (ending !== null) {
        if (alive.size === 0) process.exit(128 + constants.signals[ending]);
        return;
      }
      console.error(`Worker ${place} ended (${signal ?? `exit ${code}`}); starting it again.`);
      setTimeout(() => ending === null && start(place), WORKER_RESTART_PAUSE_MS);
    });
  };
  for (let place = 1; place <= count; place += 1) start(place);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      ending = signal;
      for (const worker of alive) worker.process.kill(signal);
    });
  }
}

/** Answers a worker that was asked for the figures of all. */
async function tellFigures(
  worker: Worker,
  message: unknown,
  figures: Pick<AggregatorRegistry<"text/plain; version=0.0.4; charset=utf-8">, "clusterMetrics">,
): Promise<void> {
  const asked = FiguresAsked.safeParse(message);
  if (!asked.success) return;
  const text = await figures.clusterMetrics().catch(() => null);
  const told: FiguresTold = { type: "halfsilver:figures-told", id: asked.data.id, text };
  // It may have ended meanwhile.
  if (worker.isConnected()) worker.send(told, () => undefined);
}
