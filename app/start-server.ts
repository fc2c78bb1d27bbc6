import "server-only";
/** What a server process does besides answering: keep the default policies, supervise runs, warm up, end in order. */
import { offerRunStreams } from "@/lib/contracts/public/run-stream.ts";
import { ensureDefaultPolicies } from "@/lib/db/policies/ensure-default-policies.ts";
import { settings } from "@/lib/env/settings.ts";
import { DEFAULT_POLICIES } from "@/lib/governance/default-policies.ts";
import { log } from "@/lib/log/log.ts";
import { interruptRuns, superviseRuns } from "@/lib/runs/supervise-runs.ts";

/** By then the server answers: what is warmed up need not be waited for. */
const WARM_UP_AFTER_MS = 250;

const STORE_AGAIN_MS = 1_000;

/** Resolves when the first turn may begin: without policies every hop is denied. */
export async function startServer(): Promise<void> {
  settings();
  await untilPolicies();
  superviseRuns();
  offerRunStreams(async (...asked) => (await import("./answer-stream.ts")).answerStream(...asked));
  setTimeout(() => void warmUp(), WARM_UP_AFTER_MS).unref();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end());
}

/** Waits for the first attempt only: where the database is away, the server answers so, and tries again. */
async function untilPolicies(): Promise<void> {
  try {
    await ensureDefaultPolicies(DEFAULT_POLICIES);
  } catch (error) {
    log().warn({ err: error }, "the default policies could not be stored yet");
    setTimeout(() => void untilPolicies(), STORE_AGAIN_MS).unref();
  }
}

/** Loads what a turn needs, which is most of the code, and starts what works beside the turns. */
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
