/** Processor time and memory of a process, from /proc. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Of /proc/PID/stat, behind the name: time of the process itself, and of its children that have ended, each user and system. */
const OWN = [11, 12];
const ENDED = [13, 14];

/** Processor time of all its threads since it started, in microseconds; resolution 10 ms. */
export function cpuMicros(pid: number): number {
  return microsOf(pid, OWN);
}

/** Processor time of the process and all its descendants, also of those that have ended, in microseconds. */
export function cpuTreeMicros(pid: number): number {
  return treeOf(pid).reduce((total, one) => total + microsOrNothing(one), 0);
}

function microsOf(pid: number, fields: readonly number[]): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name, in parentheses, may contain spaces.
  const values = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.reduce((total, field) => total + Number(values[field]), 0);
  return (ticks / TICKS_PER_SECOND) * 1_000_000;
}

/** 0 for a process that has ended since it was listed. */
function microsOrNothing(pid: number): number {
  try {
    return microsOf(pid, [...OWN, ...ENDED]);
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
