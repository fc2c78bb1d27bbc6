import "server-only";
/** A refused action of the chat in words. */
import type { TurnRefused } from "@/lib/contracts/public/send-message.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { ERROR_TEXTS } from "@/lib/errors/error-texts.ts";
import { log } from "@/lib/log/log.ts";

type Reason = TurnRefused["reason"];

export function refuseTurn(reason: Reason): TurnRefused {
  return { ok: false, reason, message: ERROR_TEXTS[reason].person };
}

/** Errors that say what the person did; any other one is a failure of ours. */
const EXPECTED: ReadonlySet<string> = new Set<Reason>(["not-found", "run-active", "invalid"]);

/** The edge of an action: what fails, such as a database that is away, is refused in words. */
export async function orRefuse<Result>(
  action: () => Promise<Result | TurnRefused>,
): Promise<Result | TurnRefused> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof AppError && EXPECTED.has(error.code))
      return refuseTurn(error.code as Reason);
    log().error({ err: error }, "an action failed");
    return refuseTurn("unavailable");
  }
}
