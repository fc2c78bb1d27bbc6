/** What this process counts and times, in the form of Prometheus. Names and figures only: nothing of a person. */
import "server-only";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { processWide } from "../env/process-wide.ts";

/** Seconds. A flush that takes longer than a second is the last bucket's. */
const FLUSH_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

function open() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    flushSeconds: new Histogram({
      name: "halfsilver_flush_seconds",
      help: "Time to store what all runs have appended",
      buckets: FLUSH_BUCKETS,
      registers,
    }),
    flushedEvents: new Counter({
      name: "halfsilver_flushed_events_total",
      help: "Events of runs that were stored by flushes",
      registers,
    }),
    failedWrites: new Counter({
      name: "halfsilver_failed_writes_total",
      help: "Attempts of the database's repeated work that failed, by work",
      labelNames: ["work"] as const,
      registers,
    }),
    takeovers: new Counter({
      name: "halfsilver_takeovers_total",
      help: "Runs that this process has taken over from others",
      registers,
    }),
    lostLeases: new Counter({
      name: "halfsilver_lost_leases_total",
      help: "Runs that another process has taken from this one",
      registers,
    }),
    busMessages: new Counter({
      name: "halfsilver_bus_messages_total",
      help: "Messages on the bus between instances, by direction",
      labelNames: ["direction"] as const,
      registers,
    }),
    waitingWork: new Gauge({
      name: "halfsilver_waiting_work",
      help: "What waits for a place that people share, by kind of work",
      labelNames: ["work"] as const,
      registers,
    }),
    refusedWork: new Counter({
      name: "halfsilver_refused_work_total",
      help: "What was refused because too much waited for a place, by kind of work",
      labelNames: ["work"] as const,
      registers,
    }),
  };
}

/** One set per process, even if a bundler copies this module. */
export const metrics = processWide("metrics", open);
