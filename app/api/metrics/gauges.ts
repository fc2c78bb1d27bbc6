/** What can be read at any time, beside what a process counts: of this process, and of the database for all instances. */
import "server-only";
import { Gauge, Registry } from "prom-client";
import { bus } from "@/lib/bus/bus.ts";
import { openFindings } from "@/lib/db/audit/found/trail-findings.ts";
import { pool } from "@/lib/db/client.ts";
import { readWork } from "@/lib/db/instances/keep-instance-row.ts";
import { metrics } from "@/lib/metrics/metrics.ts";
import { runRegistry } from "@/lib/runs/run-registry.ts";
import { storageFailingMs } from "@/lib/runs/storage-failure.ts";
import { openStreams } from "@/lib/runs/stream/open-streams.ts";

/** Call it once, at the start: whoever asks another process on the same port is told these, too. */
export function addProcessGauges(): void {
  const gauge = gaugesIn(metrics().registry);
  const { runs, dirty, unstored } = runRegistry();
  gauge("runs", "Runs that are worked on here", () => runs.size);
  gauge("streams", "Streams to browsers that are open", () => openStreams().size);
  const unstoredRuns = "Runs that the next flush stores something of";
  gauge("runs_with_unstored_events", unstoredRuns, () => dirty.size);
  gauge("unstored_ends", "Runs that are over and whose end is not stored yet", () => unstored.size);
  const isEnding = () => (runRegistry().isEnding ? 1 : 0);
  gauge("draining", "1 while a process was told to end", isEnding);
  const isOpen = () => (bus().isOpen() ? 1 : 0);
  gauge("bus_open", "1 while messages between instances arrive", isOpen);
  const failingSeconds = () => storageFailingMs() / 1_000;
  const failing = "Since when nothing was stored; 0: all is well";
  gauge("storage_trouble_seconds", failing, failingSeconds);
  gauge("resident_memory_bytes", "Memory of the process", () => process.memoryUsage.rss());
  gauge("pool_connections", "Connections to the database", () => pool().totalCount);
  gauge("pool_idle_connections", "Those that are free", () => pool().idleCount);
  gauge("pool_waiting", "Statements that wait for a connection", () => pool().waitingCount);
}

/** @returns nothing while the database is away: what processes know is told all the same */
export async function readWorkGauges(): Promise<string> {
  const [work, findings] = await Promise.all([
    readWork().catch(() => null),
    openFindings().catch(() => null),
  ]);
  if (!work || !findings) return "";
  const now = new Registry();
  const gauge = gaugesIn(now);
  gauge("running_runs", "Runs of all instances", () => work.running);
  const expired = "Runs whose process is gone and that nobody has taken over yet";
  gauge("expired_leases", expired, () => work.expired);
  const taken = "Calls to models with a limit that are made";
  gauge("model_places_taken", taken, () => work.placesTaken);
  gauge("model_places_waiting", "Calls that wait for a place at a model", () => work.placesWaited);
  gauge("jobs_waiting", "Jobs in the queue that are due", () => work.jobsDue);
  gauge("jobs_failed", "Jobs in the queue that failed", () => work.jobsFailed);
  const found = "What was found wrong with the audit trail and nobody has acknowledged";
  gauge("trail_findings", found, () => findings.length);
  return now.metrics();
}

function gaugesIn(registry: Registry) {
  return (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `halfsilver_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
}
