/** How much of the machine was at work, as Linux counts it. */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

export type MachineTicks = {
  busy: number;
  /** Taken by whoever else runs on the same hardware: this machine wanted to work, and could not. */
  stolen: number;
  total: number;
};

/** Ticks of all processors since the machine started; waiting for a disk counts as idle. */
export function machineTicks(): MachineTicks {
  const [, ...fields] = readFileSync("/proc/stat", "utf8").split("\n", 1)[0]?.split(/\s+/) ?? [];
  // user, nice, system, idle, iowait, irq, softirq, steal
  const ticks = fields.slice(0, 8).map(Number);
  const total = ticks.reduce((sum, each) => sum + each, 0);
  return { busy: total - (ticks[3] ?? 0) - (ticks[4] ?? 0), stolen: ticks[7] ?? 0, total };
}

/** Processors at work between two looks, of `availableParallelism()`. */
export function busyProcessors(before: MachineTicks, after: MachineTicks): number {
  const share = (after.busy - before.busy) / Math.max(1, after.total - before.total);
  return share * availableParallelism();
}

/** Share of the machine's time that its neighbours took between two looks. */
export function stolenShare(before: MachineTicks, after: MachineTicks): number {
  return (after.stolen - before.stolen) / Math.max(1, after.total - before.total);
}
