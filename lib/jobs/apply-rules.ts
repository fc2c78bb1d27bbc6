/** Has the rules of the review look at what happened, and verdicts return, every few seconds. */
import "server-only";
import { returnVerdicts } from "../db/review/forget/return-verdicts.ts";
import { applyRules } from "../db/review/rules/apply-rules.ts";
import { ensureDefaultRules } from "../db/review/rules/save-rule.ts";
import { log } from "../log/log.ts";
import { APPLY_RULES_EVERY_MS } from "./limits.ts";
import { oncePerProcess, pause, repeatWork } from "./repeat-work.ts";

/** Several processes take turns. */
export const applyingRules = oncePerProcess("applying-rules", () => {
  let areThere = false;
  return repeatWork(async (signal) => {
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
    await pause(APPLY_RULES_EVERY_MS, signal);
  });
});
