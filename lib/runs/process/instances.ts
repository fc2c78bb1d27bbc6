/** Which server processes there are. Each says that it is up, and hears how many others are. */
import "server-only";
import packageJson from "../../../package.json" with { type: "json" };
import { INSTANCE_GONE_MS } from "../../contracts/limits.ts";
import { keepInstanceRow } from "../../db/instances/keep-instance-row.ts";
import { processWide } from "../../env/process-wide.ts";
import { settings } from "../../env/settings.ts";
import { log } from "../../log/log.ts";
import { metrics } from "../../metrics/metrics.ts";
import { runRegistry } from "../run-registry.ts";
import { tryToStore } from "../storage-failure.ts";
import { openStreams } from "../stream/open-streams.ts";

type Known = { others: number; takeovers: number; seenAt: number; hasNamesake: boolean };

/** Until the first answer there may be others. */
const known = processWide<Known>("instances", () => ({
  others: 1,
  takeovers: 0,
  seenAt: Number.NEGATIVE_INFINITY,
  hasNamesake: false,
}));

/** Whether another instance is up. */
export function hasOtherInstances(): boolean {
  return known().others > 0;
}

/**
 * Whether another instance was up lately. All of them seem to be gone where the database, or this process, stood still.
 * @param withinMs milliseconds before now
 */
export function hadOtherInstances(withinMs: number): boolean {
  return performance.now() - known().seenAt < withinMs;
}

export function countTakeover(): void {
  known().takeovers += 1;
  metrics().takeovers.inc();
}

/** Never throws: the next beat tries again. */
export async function keepInstance(): Promise<void> {
  await tryToStore("instance", async () => {
    const { instanceId: id, runs, isEnding } = runRegistry();
    const { takeovers } = known();
    const streams = openStreams().size;
    const memory = process.memoryUsage.rss();
    const row = { id, version: packageJson.version, isDraining: isEnding, runs: runs.size };
    const load = { ...row, streams, takeovers, memory };
    const { others, namesakes } = await keepInstanceRow(load, INSTANCE_GONE_MS);
    known().others = others;
    if (others > 0) known().seenAt = performance.now();
    warnOfNamesake(namesakes > 0);
  });
}

/** Once each time that there is one. */
function warnOfNamesake(hasNamesake: boolean): void {
  if (hasNamesake && !known().hasNamesake)
    log().error(
      { instance: settings().HALFSILVER_INSTANCE },
      "another server on this database has the same HALFSILVER_INSTANCE: at its start each takes the other's runs. Give each a name of its own",
    );
  known().hasNamesake = hasNamesake;
}
