import "server-only";
/** What can be read of this process at any time, such as its pool and its runs, beside what it counts. */
import { Gauge } from "prom-client";
import { bus } from "@/lib/bus/bus.ts";
import { pool } from "@/lib/db/client.ts";
import { metrics } from "@/lib/metrics/metrics.ts";
import { runRegistry } from "@/lib/runs/run-registry.ts";
import { storageTroubleMs } from "@/lib/runs/storage-trouble.ts";
import { openStreams } from "@/lib/runs/stream/open-streams.ts";

/** Call it once, at the start: whoever asks another process on the same port is told these, too. */
export function addProcessGauges(): void {
  const registers = [metrics().registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      ...{ name: `halfsilver_${name}`, help, registers },
      collect() {
        this.set(read());
      },
    });
  const { runs, dirty, unstored } = runRegistry();
  gauge("runs", "Runs that are worked on here", () => runs.size);
  gauge("streams", "Streams to browsers that are open", () => openStreams().size);
  gauge(
    "runs_with_unstored_events",
    "Runs that the next flush stores something of",
    () => dirty.size,
  );
  gauge("unstored_ends", "Runs that are over and whose end is not stored yet", () => unstored.size);
  const isEnding = () => (runRegistry().isEnding ? 1 : 0);
  gauge("draining", "1 while a process was told to end", isEnding);
  const isOpen = () => (bus().isOpen() ? 1 : 0);
  gauge("bus_open", "1 while messages between instances arrive", isOpen);
  const troubleSeconds = () => storageTroubleMs() / 1_000;
  const trouble = "Since when nothing was stored; 0: all is well";
  gauge("storage_trouble_seconds", trouble, troubleSeconds);
  gauge("resident_memory_bytes", "Memory of the process", () => process.memoryUsage.rss());
  gauge("pool_connections", "Connections to the database", () => pool().totalCount);
  gauge("pool_idle_connections", "Those that are free", () => pool().idleCount);
  gauge("pool_waiting", "Statements that wait for a connection", () => pool().waitingCount);
}
