/** Processor time and memory of a process, from /proc. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Processor time of all its threads since it started, in microseconds; resolution 10 ms. */
export function cpuMicros(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  return (ticks / TICKS_PER_SECOND) * 1_000_000;
}

/** Processor time of the process and all its descendants that live, in microseconds. */
export function cpuTreeMicros(pid: number): number {
  return treeOf(pid).reduce((total, one) => total + cpuOrNothing(one), 0);
}

/** 0 for a process that has ended since it was listed. */
function cpuOrNothing(pid: number): number {
  try {
    return cpuMicros(pid);
  } catch {
    return 0;
  }
}

/** Resident memory in bytes. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Resident memory of the process and all its descendants, in bytes. Shared pages count once per process. */
export function residentTreeBytes(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + residentBytes(one), 0);
}

function treeOf(pid: number): number[] {
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const below = (of: number): number[] =>
    [...parents]
      .filter(([, parent]) => parent === of)
      .flatMap(([child]) => [child, ...below(child)]);
  return [pid, ...below(pid)];
}

/** Null when the process has ended since it was listed. */
function parentOf(pid: string): number | null {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return null;
  }
}
