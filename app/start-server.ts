import "server-only";
/** What a server process does besides answering: keep the default policies, supervise runs, keep Python warm, end in order. */
import { warmTurns } from "@/lib/coordinator/warm-turns.ts";
import { ensureDefaultPolicies } from "@/lib/db/policies/ensure-default-policies.ts";
import { settings } from "@/lib/env/settings.ts";
import { DEFAULT_POLICIES } from "@/lib/governance/default-policies.ts";
import { releaseStartMemory } from "@/lib/jobs/release-start-memory.ts";
import { startJobs, stopJobs } from "@/lib/jobs/start-jobs.ts";
import { log } from "@/lib/log/log.ts";
import { interruptRuns, superviseRuns } from "@/lib/runs/supervise-runs.ts";
import { closeMcpServers, startMcpServers } from "@/lib/tools/mcp/mcp-tools.ts";
import { stopPython, warmPython } from "@/lib/tools/python-interpreter/python-pool.ts";

/** Resolves when the first turn may begin: without policies every hop is denied. */
export async function startServer(): Promise<void> {
  settings();
  await ensureDefaultPolicies(DEFAULT_POLICIES).catch((error: unknown) => {
    log().error({ err: error }, "the default policies could not be stored");
  });
  superviseRuns();
  warmPython();
  startMcpServers();
  const warm = warmTurns().catch((error: unknown) =>
    log().warn({ err: error }, "the first turn will be slow"),
  );
  const jobs = startJobs().catch((error: unknown) =>
    log().error({ err: error }, "the job queue did not start"),
  );
  void Promise.all([warm, jobs]).then(releaseStartMemory);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end());
}

async function end(): Promise<void> {
  void stopPython();
  void closeMcpServers().catch(() => undefined);
  void stopJobs().catch(() => undefined);
  await interruptRuns().catch((error: unknown) => {
    log().error({ err: error }, "runs could not be ended in order");
  });
}
