import "server-only";
/** Adds what can be read at any time, such as the pool and the queue, to what the process has counted. */
import { Gauge, Registry } from "prom-client";
import { bus } from "@/lib/bus/bus.ts";
import { pool } from "@/lib/db/client.ts";
import { readWork } from "@/lib/db/instances/read-work.ts";
import { metrics } from "@/lib/metrics/metrics.ts";
import { runRegistry } from "@/lib/runs/run-registry.ts";
import { storageTroubleMs } from "@/lib/runs/storage-trouble.ts";
import { openStreams } from "@/lib/runs/stream/open-streams.ts";

export async function readGauges(): Promise<{ contentType: string; text: string }> {
  const now = new Registry();
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name: `halfsilver_${name}`, help, registers: [now] }).set(value);
  const { runs, dirty, unstored, isEnding } = runRegistry();
  gauge("runs", "Runs that this process works on", runs.size);
  gauge("streams", "Streams to browsers that are open", openStreams().size);
  gauge("runs_with_unstored_events", "Runs that the next flush stores something of", dirty.size);
  gauge("unstored_ends", "Runs that are over and whose end is not stored yet", unstored.size);
  gauge("draining", "1 while the process was told to end", isEnding ? 1 : 0);
  gauge("bus_open", "1 while messages between instances arrive", bus().isOpen() ? 1 : 0);
  gauge(
    "storage_trouble_seconds",
    "Since when nothing was stored; 0: all is well",
    storageTroubleMs() / 1_000,
  );
  gauge("resident_memory_bytes", "Memory of the process", process.memoryUsage.rss());
  const { totalCount, idleCount, waitingCount } = pool();
  gauge("pool_connections", "Connections to the database", totalCount);
  gauge("pool_idle_connections", "Those that are free", idleCount);
  gauge("pool_waiting", "Statements that wait for a connection", waitingCount);
  // The database may be away; what the process knows is told all the same.
  const work = await readWork().catch(() => null);
  if (work) {
    gauge("running_runs", "Runs of all instances", work.running);
    gauge(
      "expired_leases",
      "Runs whose process is gone and that nobody has taken over yet",
      work.expired,
    );
    gauge("model_places_taken", "Calls to models with a limit that are made", work.placesTaken);
    gauge("model_places_waiting", "Calls that wait for a place at a model", work.placesWaited);
    gauge("jobs_waiting", "Jobs in the queue that are due", work.jobsDue);
    gauge("jobs_failed", "Jobs in the queue that failed", work.jobsFailed);
  }
  const { registry } = metrics();
  const text = (await registry.metrics()) + (await now.metrics());
  return { contentType: registry.contentType, text };
}
