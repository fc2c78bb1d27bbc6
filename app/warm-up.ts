import "server-only";
/** Loads what a first turn needs: agents, policies in their engine, a spare interpreter of Python. */
import { warmTurns } from "@/lib/coordinator/warm-turns.ts";
import { log } from "@/lib/log/log.ts";
import { warmPython } from "@/lib/tools/python-interpreter/interpreter-pool.ts";

let hasBegun = false;

/** Does nothing where it has begun, unless it failed. Never rejects. */
export async function warmUp(): Promise<void> {
  if (hasBegun) return;
  hasBegun = true;
  warmPython();
  try {
    await warmTurns();
  } catch (error) {
    hasBegun = false;
    log().warn({ err: error }, "the first turn will be slow");
  }
}
