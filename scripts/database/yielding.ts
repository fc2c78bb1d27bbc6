/**
 * The system likes to let whoever was just woken go first. Each statement would so take the processor from the server
 * that sent it, and from the answers that stream there. With a little less of a claim, and as a batch process where the
 * system knows such, the database waits its turn (docs/measurements.md).
 */
import { spawnSync } from "node:child_process";

const NICE = ["nice", "-n", "5"] as const;
const BATCH = ["chrt", "--batch", "0"] as const;

/** The words that go before a command, so that it runs without pushing others aside. */
export function yielding(): readonly [string, ...string[]] {
  const [command, ...args] = BATCH;
  const { status } = spawnSync(command, [...args, "true"], { stdio: "ignore" });
  return status === 0 ? [...NICE, ...BATCH] : NICE;
}
