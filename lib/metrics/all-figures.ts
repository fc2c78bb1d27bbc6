/**
 * The figures of every process on the port: with `HALFSILVER_WORKERS`, whoever asks meets any of several. That one has the
 * primary process ask all of them (prom-client). Each has series of its own, so that counters fall with their process alone.
 */
import "server-only";
import cluster from "node:cluster";
import { randomUUID } from "node:crypto";
import { AggregatorRegistry } from "prom-client";
import { type FiguresAsked, FiguresTold } from "../contracts/worker-messages.ts";
import { FIGURES_TIMEOUT_MS } from "./limits.ts";
import { metrics } from "./metrics.ts";

/** From now on this process tells its figures to the primary one. Call it once, at the start. */
export function offerFigures(): void {
  if (!cluster.worker) return;
  metrics().registry.setDefaultLabels({ worker: String(cluster.worker.id) });
  AggregatorRegistry.setRegistries([metrics().registry]);
  // It listens for the primary's question.
  void new AggregatorRegistry();
}

/** @returns null where one of the processes did not answer in time */
export function allFigures(): Promise<string | null> {
  if (!cluster.isWorker) return metrics().registry.metrics();
  const question: FiguresAsked = { type: "halfsilver:figures-asked", id: randomUUID() };
  return new Promise((resolve) => {
    const end = (text: string | null) => {
      clearTimeout(waiting);
      process.off("message", hear);
      resolve(text);
    };
    const hear = (message: unknown) => {
      const told = FiguresTold.safeParse(message);
      if (told.success && told.data.id === question.id) end(told.data.text);
    };
    const waiting = setTimeout(end, FIGURES_TIMEOUT_MS, null);
    process.on("message", hear);
    process.send?.(question);
  });
}
