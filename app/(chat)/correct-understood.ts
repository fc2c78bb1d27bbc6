import "server-only";
/** Carries out a correction and words its refusals. */
import type { Actor } from "@/lib/access/actor.ts";
import type { CorrectFact, CorrectFactResult } from "@/lib/contracts/send-message.ts";
import { correctFact } from "@/lib/db/memory/correct-fact.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { log } from "@/lib/log/log.ts";
import { refuseTurn } from "./refuse-turn.ts";

export async function correctUnderstood(
  actor: Actor,
  correction: CorrectFact,
): Promise<CorrectFactResult> {
  try {
    return { ok: true, understood: await correctFact(actor, correction) };
  } catch (error) {
    const code = error instanceof AppError ? error.code : "internal";
    if (code === "run-active" || code === "not-found" || code === "invalid")
      return refuseTurn(code);
    log().error({ err: error }, "a fact could not be corrected");
    return refuseTurn("unavailable");
  }
}
