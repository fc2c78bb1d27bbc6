import "server-only";
/** The refusal of a turn, with its text for the person. */
import type { TurnRefused } from "@/lib/contracts/send-message.ts";
import { ERROR_TEXTS } from "@/lib/errors/error-texts.ts";
import { log } from "@/lib/log/log.ts";

export function refuseTurn(reason: TurnRefused["reason"]): TurnRefused {
  return { ok: false, reason, message: ERROR_TEXTS[reason].person };
}

/** The edge of an action: what fails, such as a database that is away, is refused in words. */
export async function orRefuse<Result>(
  action: () => Promise<Result | TurnRefused>,
): Promise<Result | TurnRefused> {
  try {
    return await action();
  } catch (error) {
    log().error({ err: error }, "an action failed");
    return refuseTurn("unavailable");
  }
}
