/** Starts a server process: records default policies and changed settings, supervises runs, and ends them in order. */
import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { offerServerHooks } from "@/lib/contracts/server-hooks.ts";
import { recordSettings } from "@/lib/db/instances/record-settings.ts";
import { ensureDefaultPolicies } from "@/lib/db/policies/ensure-default-policies.ts";
import { startReadingPolicies } from "@/lib/db/policies/load-policies.ts";
import { givenSettings, settings } from "@/lib/env/settings.ts";
import { defaultPolicies } from "@/lib/governance/default-policies.ts";
import { untilStarted } from "@/lib/jobs/repeat-work.ts";
import { offerModelPlaces } from "@/lib/llm/connections/model-places.ts";
import { log } from "@/lib/log/log.ts";
import { offerFigures } from "@/lib/metrics/all-figures.ts";
import { endRuns } from "@/lib/runs/process/end-runs.ts";
import { superviseRuns } from "@/lib/runs/process/supervise-runs.ts";
import { publishLooks } from "@/lib/runs/stream/stream-looks.ts";
import { takePlace } from "@/lib/runs/take-place.ts";
import { addProcessGauges } from "./api/metrics/gauges.ts";
import { BACKGROUND_AFTER_MS, POLICIES_RETRY_MS, TOOLS_END_MS } from "./limits.ts";

/** Resolves when the first turn may start: without policies every hop is denied. */
export async function startServer(): Promise<void> {
  settings();
  await untilStarted(
    recordStart,
    POLICIES_RETRY_MS,
    "the default policies or changed settings could not be stored yet",
  );
  startReadingPolicies();
  offerModelPlaces(takePlace);
  addProcessGauges();
  offerFigures();
  superviseRuns(async (taken) => (await import("./(chat)/resume-run.ts")).resumeRun(taken));
  publishLooks();
  offerServerHooks({
    settings: settings(),
    answerStream: async (...asked) => (await import("./answer-stream.ts")).answerStream(...asked),
    warmUp: () => void import("@/lib/coordinator/warm-up.ts").then(({ warmUp }) => warmUp()),
    end,
  });
  setTimeout(() => void startBackground(), BACKGROUND_AFTER_MS).unref();
}

async function recordStart(): Promise<void> {
  await ensureDefaultPolicies(defaultPolicies(settings()));
  const names = await recordSettings(givenSettings());
  if (names.length > 0) log().info({ names }, "settings differ from those of the last start");
}

async function startBackground(): Promise<void> {
  await (await import("./start-background.ts")).startBackground();
}

async function end(endRequests: () => Promise<void>): Promise<void> {
  const { stopBackground, stopTools } = await import("./start-background.ts");
  stopBackground();
  await endRunsInOrder();
  const requestsEnded = endRequests();
  // What a late request has begun goes to another instance at once.
  await endRunsInOrder(0);
  await requestsEnded;
  await endRunsInOrder(0);
  // What hangs is killed with this process.
  await Promise.race([stopTools(), delay(TOOLS_END_MS)]);
}

async function endRunsInOrder(drainMs?: number): Promise<void> {
  await endRuns(drainMs).catch((error: unknown) =>
    log().error({ err: error }, "runs could not be ended in order"),
  );
}
