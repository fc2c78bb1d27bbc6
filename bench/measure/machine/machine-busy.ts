/** Processor use of the whole machine, from /proc/stat. */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

export type MachineTicks = {
  busy: number;
  /** Steal time: this machine was ready to run, but the hypervisor ran another one. */
  stolen: number;
  total: number;
};

/** Ticks of all processors since boot; waiting for a disk counts as idle. */
export function machineTicks(): MachineTicks {
  const [, ...fields] = readFileSync("/proc/stat", "utf8").split("\n", 1)[0]?.split(/\s+/) ?? [];
  // user, nice, system, idle, iowait, irq, softirq, steal
  const ticks = fields.slice(0, 8).map(Number);
  const total = ticks.reduce((sum, each) => sum + each, 0);
  return { busy: total - (ticks[3] ?? 0) - (ticks[4] ?? 0), stolen: ticks[7] ?? 0, total };
}

/** Average number of busy processors between two samples, at most `availableParallelism()`. */
export function busyProcessors(before: MachineTicks, after: MachineTicks): number {
  const share = (after.busy - before.busy) / Math.max(1, after.total - before.total);
  return share * availableParallelism();
}

/** Share of steal time between two samples, 0 to 1. */
export function stolenShare(before: MachineTicks, after: MachineTicks): number {
  return (after.stolen - before.stolen) / Math.max(1, after.total - before.total);
}
