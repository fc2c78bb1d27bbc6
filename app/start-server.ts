import "server-only";
/** What a server process does besides answering: supervise runs, keep Python warm, end in order. */
import { settings } from "@/lib/env/settings.ts";
import { log } from "@/lib/log/log.ts";
import { interruptRuns, superviseRuns } from "@/lib/runs/supervise-runs.ts";

export function startServer(): void {
  settings();
  superviseRuns();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end());
}

async function end(): Promise<void> {
  await interruptRuns().catch((error: unknown) => log().error({ err: error }, "runs could not be ended in order"));
}
