/** Keeps several server processes on one port, and ends them together. Connections go to them in turn (`node:cluster`). */
import cluster, { type Worker } from "node:cluster";
import { constants } from "node:os";
import { AggregatorRegistry } from "prom-client";
import { FiguresAsked, type FiguresTold } from "../../lib/contracts/worker-messages.ts";
import { settings } from "../../lib/env/settings.ts";
import { SAME_SIGNAL_MS, WORKER_RESTART_PAUSE_MS } from "../limits.ts";
import { ENDING_SIGNALS, type EndingSignal } from "../processes/ending-signals.ts";

/**
 * A worker that is started again has the name of the one before it, and goes on with its runs at once.
 * @param isKept another process keeps this one, and kills all of them at a second signal
 */
export function keepWorkers(count: number, isKept: boolean): void {
  const { HALFSILVER_INSTANCE: instance } = settings();
  const figures = new AggregatorRegistry();
  const alive = new Set<Worker>();
  let ending: EndingSignal | null = null;
  let endingSince = 0;

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
  const end = (signal: EndingSignal) => {
    if (ending === null) {
      [ending, endingSince] = [signal, performance.now()];
      for (const worker of alive) worker.process.kill(signal);
    } else if (!isKept && signal !== "SIGHUP" && performance.now() - endingSince > SAME_SIGNAL_MS) {
      for (const worker of alive) worker.process.kill("SIGKILL");
    }
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, () => end(signal));
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
