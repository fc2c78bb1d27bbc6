import "server-only";
/** What works beside the turns of a server process, and what makes its first turn as quick as the next. */
import { warmTurns } from "@/lib/coordinator/warm-turns.ts";
import { releaseStartMemory } from "@/lib/jobs/release-start-memory.ts";
import { startJobs, stopJobs } from "@/lib/jobs/start-jobs.ts";
import { log } from "@/lib/log/log.ts";
import { closeMcpServers, startMcpServers } from "@/lib/tools/mcp/mcp-tools.ts";
import { stopPython, warmPython } from "@/lib/tools/python-interpreter/interpreter-pool.ts";

export async function startBackground(): Promise<void> {
  warmPython();
  startMcpServers();
  await Promise.all([
    warmTurns().catch((error: unknown) =>
      log().warn({ err: error }, "the first turn will be slow"),
    ),
    startJobs().catch((error: unknown) => log().error({ err: error }, "no job queue was started")),
  ]);
  releaseStartMemory();
}

export function stopBackground(): void {
  void stopPython();
  void closeMcpServers().catch(() => undefined);
  void stopJobs().catch(() => undefined);
}
