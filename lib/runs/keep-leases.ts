import "server-only";
/** The heartbeat of this process: renews its leases, and notices stop requests and lost leases. */
import { renewLeases } from "../db/runs/renew-leases.ts";
import { settings } from "../env/settings.ts";
import { runRegistry } from "./run-registry.ts";
import { tryToStore } from "./storage-trouble.ts";

/** Never throws: the next heartbeat retries. */
export async function keepLeases(): Promise<void> {
  const { instanceId, runs, unstored } = runRegistry();
  const asked = [...new Set([...runs.keys(), ...unstored])];
  await tryToStore("leases", async () => {
    if (asked.length === 0) return;
    const leases = await renewLeases(instanceId, settings().RUN_LEASE_MS, asked);
    const held = new Map(leases.map((lease) => [lease.id, lease]));
    for (const runId of asked) {
      const lease = held.get(runId);
      if (!lease) runs.get(runId)?.abort.abort("lease-lost");
      else if (lease.stop_requested) runs.get(runId)?.abort.abort("stopped");
    }
  });
}
