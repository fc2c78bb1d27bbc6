import "server-only";
/** What the database says of all instances, as gauges. */
import { Gauge, Registry } from "prom-client";
import { readWork } from "@/lib/db/instances/read-work.ts";

/** @returns nothing while the database is away: what processes know is told all the same */
export async function readWorkGauges(): Promise<string> {
  const work = await readWork().catch(() => null);
  if (!work) return "";
  const now = new Registry();
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name: `halfsilver_${name}`, help, registers: [now] }).set(value);
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
  return now.metrics();
}
