/** The processor's time for some work: unlike the clock's, it does not grow with what else the machine does. */

/** @returns milliseconds that this thread computed for */
export function cpuTimeMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
