import "server-only";
/** Starts a server process: default policies, supervision of runs, warm-up, orderly end. */
import { offerRunStreams } from "@/lib/contracts/public/run-stream.ts";
import { ensureDefaultPolicies } from "@/lib/db/policies/ensure-default-policies.ts";
import { settings } from "@/lib/env/settings.ts";
import { DEFAULT_POLICIES } from "@/lib/governance/default-policies.ts";
import { log } from "@/lib/log/log.ts";
import { interruptRuns, superviseRuns } from "@/lib/runs/supervise-runs.ts";

/** The server already answers by then, so nobody waits for the warm-up. */
const WARM_UP_AFTER_MS = 250;

const STORE_AGAIN_MS = 1_000;

/** Resolves when the first turn may start: without policies every hop is denied. */
export async function startServer(): Promise<void> {
  settings();
  await untilPolicies();
  superviseRuns();
  offerRunStreams(async (...asked) => (await import("./answer-stream.ts")).answerStream(...asked));
  setTimeout(() => void warmUp(), WARM_UP_AFTER_MS).unref();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end());
}

/** Waits for the first attempt only. If the database is away, the server says so and retries. */
async function untilPolicies(): Promise<void> {
  try {
    await ensureDefaultPolicies(DEFAULT_POLICIES);
  } catch (error) {
    log().warn({ err: error }, "the default policies could not be stored yet");
    setTimeout(() => void untilPolicies(), STORE_AGAIN_MS).unref();
  }
}

/** Loads the code of a turn and starts the background work. */
async function warmUp(): Promise<void> {
  const { startBackground } = await import("./start-background.ts");
  await startBackground();
}

async function end(): Promise<void> {
  const { stopBackground } = await import("./start-background.ts");
  stopBackground();
  await interruptRuns().catch((error: unknown) => {
    log().error({ err: error }, "runs could not be ended in order");
  });
}
