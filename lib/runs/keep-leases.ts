import "server-only";
/** The heartbeat of this process: renews its leases, learns of stops asked elsewhere, and of leases lost. */
import { renewLeases } from "../db/runs/renew-leases.ts";
import { settings } from "../env/settings.ts";
import { log } from "../log/log.ts";
import { runRegistry } from "./run-registry.ts";

/** Never throws: a heartbeat that fails is tried again, and the lease decides. */
export async function keepLeases(): Promise<void> {
  const { instanceId, runs } = runRegistry();
  const asked = [...runs.keys()];
  if (asked.length === 0) return;
  try {
    const held = new Map(
      (await renewLeases(instanceId, settings().RUN_LEASE_MS)).map((lease) => [lease.id, lease]),
    );
    for (const runId of asked) {
      const lease = held.get(runId);
      if (!lease) runs.get(runId)?.abort.abort("lease-lost");
      else if (lease.stop_requested) runs.get(runId)?.abort.abort("stopped");
    }
  } catch (error) {
    log().warn({ err: error, runs: asked.length }, "leases could not be renewed");
  }
}
