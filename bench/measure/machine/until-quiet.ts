/** The time that a turn's last work may take after its answer has ended: one flush, and a little. */
import { setTimeout as delay } from "node:timers/promises";

const FLUSH_MS = 250;

export function untilQuiet(): Promise<void> {
  return delay(FLUSH_MS + 20);
}
