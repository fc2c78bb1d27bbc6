/** Starts the background work of a server process. */
import "server-only";
import { bus } from "@/lib/bus/bus.ts";
import {
  forgetCapabilities,
  keepCapability,
  loadCapabilities,
} from "@/lib/db/models/capabilities.ts";
import { addConnectionEvents, readConnectionEvents } from "@/lib/db/models/connection-events.ts";
import { acceptTools, readToolLabels } from "@/lib/db/policies/accept-tools.ts";
import { stopReadingPolicies } from "@/lib/db/policies/load-policies.ts";
import { startApplyingRules, stopApplyingRules } from "@/lib/jobs/apply-rules.ts";
import { startLooking, stopLooking } from "@/lib/jobs/check-recent.ts";
import { startSealing, stopSealing } from "@/lib/jobs/seal-trail.ts";
import { startJobs, stopJobs } from "@/lib/jobs/start-jobs.ts";
import { startSharingBreaker, stopSharingBreaker } from "@/lib/llm/breaker/share-breaker.ts";
import { startKnowing, stopKnowing } from "@/lib/llm/know-models.ts";
import { log } from "@/lib/log/log.ts";
import { CONNECTIONS } from "@/lib/runs/topics.ts";
import { OWN_TOOL_NAMES } from "@/lib/tools/general-tools.ts";
import { closeMcpServers, startMcpServers } from "@/lib/tools/mcp/mcp-tools.ts";
import { stopPython } from "@/lib/tools/python-interpreter/interpreter-pool.ts";
import { JOBS_START_RETRY_MS } from "./limits.ts";

export async function startBackground(): Promise<void> {
  startMcpServers({ accept: acceptTools, labels: readToolLabels }, OWN_TOOL_NAMES);
  void startKnowing({
    load: loadCapabilities,
    save: keepCapability,
    forget: forgetCapabilities,
  });
  startSharingBreaker(
    { add: addConnectionEvents, read: readConnectionEvents },
    {
      tell: () => void bus().publish(CONNECTIONS, () => [""]),
      listen: (listener) => bus().subscribe(CONNECTIONS, listener),
    },
  );
  startSealing();
  startLooking();
  startApplyingRules();
  await untilJobs();
}

/** Waits for the first attempt only, because the database may be away. */
async function untilJobs(): Promise<void> {
  try {
    await startJobs();
  } catch (error) {
    log().warn({ err: error }, "the job queue could not be started yet");
    setTimeout(() => void untilJobs(), JOBS_START_RETRY_MS).unref();
  }
}

export function stopBackground(): void {
  stopKnowing();
  stopSharingBreaker();
  void stopLooking();
  void stopApplyingRules();
  void stopJobs().catch(() => undefined);
}

/** Ends what answers call, and seals what they have left. */
export async function stopTools(): Promise<void> {
  stopReadingPolicies();
  await Promise.allSettled([stopPython(), closeMcpServers(), stopSealing()]);
}
