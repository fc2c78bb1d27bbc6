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
import { applyingRules } from "@/lib/jobs/apply-rules.ts";
import { looking } from "@/lib/jobs/check-recent.ts";
import { untilStarted } from "@/lib/jobs/repeat-work.ts";
import { sealing } from "@/lib/jobs/seal-trail.ts";
import { startJobs, stopJobs } from "@/lib/jobs/start-jobs.ts";
import { startSharingBreaker, stopSharingBreaker } from "@/lib/llm/breaker/share-breaker.ts";
import { startKnowing, stopKnowing } from "@/lib/llm/know-models.ts";
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
  sealing.start();
  looking.start();
  applyingRules.start();
  await untilStarted(startJobs, JOBS_START_RETRY_MS, "the job queue could not be started yet");
}

export function stopBackground(): void {
  stopKnowing();
  stopSharingBreaker();
  void looking.stop();
  void applyingRules.stop();
  void stopJobs().catch(() => undefined);
}

/** Ends what answers call, and seals what they have left. */
export async function stopTools(): Promise<void> {
  stopReadingPolicies();
  await Promise.allSettled([stopPython(), closeMcpServers(), sealing.stop()]);
}
