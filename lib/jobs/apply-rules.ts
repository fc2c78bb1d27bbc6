/** Has the rules of the review look at what happened, and verdicts return, every few seconds. */
import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { returnVerdicts } from "../db/review/forget/return-verdicts.ts";
import { applyRules } from "../db/review/rules/apply-rules.ts";
import { ensureDefaultRules } from "../db/review/rules/save-rule.ts";
import { processSlot } from "../env/process-wide.ts";
import { log } from "../log/log.ts";
import { APPLY_RULES_EVERY_MS } from "./limits.ts";

type Applying = { stop(): Promise<void> };

const applying = processSlot<Applying>("applying-rules");

/** Once per process; several processes take turns. */
export function startApplyingRules(): void {
  applying.value ??= keepApplying();
}

export async function stopApplyingRules(): Promise<void> {
  await applying.value?.stop();
  applying.value = undefined;
}

function keepApplying(): Applying {
  const over = new AbortController();
  const { signal } = over;
  let areThere = false;
  const pass = async () => {
    try {
      if (!areThere) await ensureDefaultRules();
      areThere = true;
      while (!signal.aborted && (await applyRules()));
    } catch (error) {
      log().warn({ err: error }, "the rules of the review could not look at what happened");
    }
    await returnVerdicts().catch((error: unknown) =>
      log().warn({ err: error }, "verdicts that are final did not return"),
    );
  };
  const repeat = async () => {
    while (!signal.aborted) {
      await pass();
      await delay(APPLY_RULES_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const running = repeat();
  return {
    async stop() {
      over.abort();
      await running;
    },
  };
}
