import "server-only";
/** Loads what a first turn needs: agents, policies in their engine, a spare interpreter of Python. */
import { warmTurns } from "@/lib/coordinator/warm-turns.ts";
import { log } from "@/lib/log/log.ts";
import { warmPython } from "@/lib/tools/python-interpreter/interpreter-pool.ts";

let warm: Promise<void> | undefined;

/** Does nothing where it has begun. Returns at once. */
export function warmUp(): void {
  warm ??= begin();
}

async function begin(): Promise<void> {
  warmPython();
  try {
    await warmTurns();
  } catch (error) {
    warm = undefined;
    log().warn({ err: error }, "the first turn will be slow");
  }
}
