/** Turns a refused action of the chat into words for the person. */
import "server-only";
import type { TurnRefused } from "@/lib/contracts/public/send-message.ts";
import { checkDatabase, isPoolTimeout } from "@/lib/db/check-database.ts";
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
    log().error({ err: error }, "an action failed");
    return refuseTurn("unavailable");
  }
}

/** As `orRefuse`. A send that waited in vain for a connection is told so, where the database is well. */
export const orRefuseSend: typeof orRefuse = (action) =>
  orRefuse(async () => {
    try {
      return await action();
    } catch (error) {
      if (isPoolTimeout(error) && (await checkDatabase()) === "ok")
        return refuseTurn("server-busy");
      throw error;
    }
  });
