/** Turns a refused action of the chat into words for the person. */
import "server-only";
import type { TurnRefused } from "@/lib/contracts/public/send-message.ts";
import { isPoolTimeout } from "@/lib/db/check-database.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { ERROR_TEXTS } from "@/lib/errors/error-texts.ts";
import { log } from "@/lib/log/log.ts";

type Reason = TurnRefused["reason"];

export function refuseTurn(reason: Reason): TurnRefused {
  return { ok: false, reason, message: ERROR_TEXTS[reason].person };
}

/** Errors caused by the person's request. All others are our failures. */
const EXPECTED: ReadonlySet<string> = new Set<Reason>([
  "not-found",
  "run-active",
  "invalid",
  "approval-forged",
  "folder-exists",
  "too-many-folders",
]);

/** Wraps an action, so that errors such as an unreachable database become a refusal in words. */
export async function orRefuse<Result>(
  action: () => Promise<Result | TurnRefused>,
): Promise<Result | TurnRefused> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof AppError && EXPECTED.has(error.code))
      return refuseTurn(error.code as Reason);
    if (isPoolTimeout(error)) return refuseTurn("server-busy");
    log().error({ err: error }, "an action failed");
    return refuseTurn("unavailable");
  }
}
