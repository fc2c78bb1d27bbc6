/** Processor time of this thread. It does not depend on what else the machine does. */

/** The kernel counts in ticks of some milliseconds, so shorter work is done again until it took this long. */
const LEAST_US = 30_000;

/** A collection of garbage or a compilation in the middle takes ten times as long as the work. None comes each time. */
const TIMES = 4;

/** How many times as long the work takes at the second size as at the first: about the same on every machine. */
export function cpuGrowth(work: (size: number) => void, [from, to]: [number, number]): number {
  work(from);
  return leastUs(() => work(to)) / leastUs(() => work(from));
}

function leastUs(work: () => void): number {
  return Math.min(...Array.from({ length: TIMES }, () => cpuTimeUs(work)));
}

/** @returns microseconds that this thread computed for, on average */
function cpuTimeUs(work: () => void): number {
  const before = process.threadCpuUsage();
  for (let times = 1; ; times += 1) {
    work();
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= LEAST_US) return (user + system) / times;
  }
}

/**
 * Processor time of work that is measured against a bar. What stands in the middle of it does not come each time, so only work
 * that takes more than enough is done again.
 * @returns milliseconds
 */
export function leastCpuMs(work: () => unknown, enoughMs = 0): number {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < TIMES && least > enoughMs; times += 1) {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
